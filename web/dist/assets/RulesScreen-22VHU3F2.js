import{g as e}from"./chunk-RLH3V6A7.js";function l(){return e("p",{class:"wrap",children:"RulesScreen"})}export{l as default};
