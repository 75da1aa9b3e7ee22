import{g as a}from"./chunk-RLH3V6A7.js";function l(){return a("p",{class:"wrap",children:"Play"})}export{l as default};
