// Styles are imported for what they do: build.mjs makes a file of those of each screen.
declare module "*.css";
