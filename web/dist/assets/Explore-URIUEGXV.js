import{g as p}from"./chunk-RLH3V6A7.js";function l(){return p("p",{class:"wrap",children:"Explore"})}export{l as default};
