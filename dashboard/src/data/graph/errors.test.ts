import { expect, test } from "vitest";

import { activate } from "../../lib/i18n";
import { sentence, GraphError } from "./errors";

const fault = (field: string, message: string): GraphError =>
  new GraphError("The input is not valid.", "INVALID_ARGUMENT", [{ field, code: "INVALID_ARGUMENT", message }]);

test.each([
  ["password", "must have at least 10 characters", "Password: must have at least 10 characters"],
  ["input.0.newPassword", "is your e-mail address", "New password: is your e-mail address"],
  ["password", "Ein Passwort fehlt.", "Ein Passwort fehlt."],
  ["colour", "is none", "is none"],
])("what is wrong with %s is said with what it is about", async (field, message, wanted) => {
  await activate("en");
  expect(sentence(fault(field, message))).toBe(wanted);
});
