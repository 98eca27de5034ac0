// The SDK's client checks what tools answer against their output schemas. Its usual checker compiles code at run time, which
// this page's Content-Security-Policy forbids, and weighs more than the page. Tool answers here are only shown and handed to
// the model as text, so none is checked.
export const validator = {
  getValidator: () => (input) => ({ valid: true, data: input, errorMessage: undefined }),
};

/** Stands in the bundle where the SDK imports its usual checker. */
export class AjvJsonSchemaValidator {
  getValidator = validator.getValidator;
}
