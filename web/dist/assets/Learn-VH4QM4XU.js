import{g as a}from"./chunk-RLH3V6A7.js";function n(){return a("p",{class:"wrap",children:"Learn"})}export{n as default};
