declare module "virtual:messages/*" {
  const messages: Record<string, string | unknown[]>;
  export default messages;
}
