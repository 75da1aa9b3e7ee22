import{g as o}from"./chunk-RLH3V6A7.js";function e(){return o("p",{class:"wrap",children:"Home"})}export{e as default};
