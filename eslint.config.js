import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  {
    files: ["epic_events/static/js/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      "no-var": "error",
      "prefer-const": "error",
      eqeqeq: "error",
      "no-implicit-globals": "error",
      "no-restricted-syntax": [
        "error",
        { selector: "AssignmentExpression[left.object.name='window'][left.property.name!=/^on/]", message: "Export it instead of a global." },
      ],
    },
  },
  {
    files: ["epic_events/static/js/service_worker.js"],
    languageOptions: { sourceType: "script", globals: globals.serviceworker },
    rules: { "no-implicit-globals": "off" },
  },
  { files: ["tests/javascript/*.js"], languageOptions: { globals: globals.node } },
];
