import{g as p}from"./chunk-RLH3V6A7.js";function o(){return p("p",{class:"wrap",children:"ApiDocs"})}export{o as default};
