declare module "virtual:messages/*" {
  const messages: import("@lingui/core").Messages;
  export default messages;
}
