"use strict";

// Keys stay in the page: nothing is kept in the browser.
SwaggerUIBundle({
  dom_id: "#reference",
  url: "/openapi.yaml",
  validatorUrl: null,
  deepLinking: true,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  persistAuthorization: false,
});
