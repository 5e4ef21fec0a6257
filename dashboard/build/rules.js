// Rules of the desk's own, which .oxlintrc.json turns on. They are ESLint's in shape; oxlint calls plugins in JavaScript alpha,
// so its version is pinned.
import { readFileSync } from "node:fs";
import { join } from "node:path";

const isHook = (name) => /^use\w*Effect$/.test(name ?? "");
const isFunction = (node) => node?.type === "ArrowFunctionExpression" || node?.type === "FunctionExpression";

// braced reports whether a function's cleanup is what it says: one with an expression as its body returns whatever the browser
// does, which was nothing for scrollIntoView for years, and is a Promise since. React calls it.
const braced = (node) => isFunction(node) && node.body.type === "BlockStatement" && !node.async;

const effectBody = {
  meta: {
    messages: {
      body: "Write the body in braces, and not async: what the function returns is called as the cleanup.",
      name: "Call effects by their own names, with a function written in place: the rule on their bodies can't follow another.",
    },
  },
  create: (context) => ({
    Identifier(node) {
      if (!isHook(node.name)) return;
      const { parent } = node;
      if (parent.type === "ImportSpecifier") {
        if (parent.local.name !== node.name) context.report({ node, messageId: "name" });
        return;
      }
      const callee = parent.type === "MemberExpression" && parent.property === node ? parent : node;
      const call = callee.parent;
      if (call.type !== "CallExpression" || call.callee !== callee) return context.report({ node, messageId: "name" });
      const [effect] = call.arguments;
      if (!isFunction(effect)) context.report({ node, messageId: "name" });
      else if (!braced(effect)) context.report({ node: effect, messageId: "body" });
    },
    "JSXAttribute[name.name='ref'] > JSXExpressionContainer"(node) {
      if (isFunction(node.expression) && !braced(node.expression)) context.report({ node, messageId: "body" });
    },
  }),
};

// A variable of a module outlives the components that read it, and is shared by accounts that follow each other in a tab.
const stateReason = {
  meta: {
    messages: { reason: "Say why it is no state of a component, behind it or above the paragraph that it is in." },
  },
  create: (context) => ({
    "Program > VariableDeclaration[kind='let'], Program > ExportNamedDeclaration > VariableDeclaration[kind='let']"(
      node,
    ) {
      const { lines } = context.sourceCode;
      const last = lines[node.loc.end.line - 1];
      if (last.slice(node.loc.end.column).trimStart().startsWith("//")) return;
      for (
        let line = node.loc.start.line - 2;
        line >= 0 && lines[line] !== "" && !lines[line].startsWith("}");
        line--
      ) {
        if (lines[line].startsWith("//")) return;
      }
      context.report({ node, messageId: "reason" });
    },
  }),
};

// The words that Go prints, each list for itself: an enumeration, what is accepted, and so on. Which actions are offered where
// is the desk's own business, which ones are possible comes with each complaint.
const generated = join(import.meta.dirname, "../src/lib/domain.generated.ts");
const lists = [...readFileSync(generated, "utf8").matchAll(/^export const (\w+) = \[(.*?)\] as const/gms)]
  .filter(([, name]) => !/actions$/i.test(name))
  .map(([, name, words]) => ({ name, words: new Set([...words.matchAll(/"([^"]+)"/g)].map(([, word]) => word)) }));
const listOf = (words) => lists.find((list) => words.every((word) => list.words.has(word)))?.name;

// textOf is what `word === "TEXT"` compares with.
const textOf = (node, operator) =>
  node.type === "BinaryExpression" && node.operator === operator && typeof node.right.value === "string"
    ? node.right.value
    : undefined;

// termsOf are the parts of a || b || c, however they are bracketed.
const termsOf = (node, operator) =>
  node.type === "LogicalExpression" && node.operator === operator
    ? [...termsOf(node.left, operator), ...termsOf(node.right, operator)]
    : [node];

const generatedWords = {
  meta: {
    messages: {
      list: "These are words of {{list}}, which Go prints: give the choice a name in lib/domain.ts, so that the next word is not forgotten here.",
    },
  },
  create(context) {
    const report = (node, words) => {
      const list = words.length > 1 && words.every((word) => typeof word === "string") && listOf(words);
      if (list) context.report({ node, messageId: "list", data: { list } });
    };
    return {
      ArrayExpression: (node) =>
        report(
          node,
          node.elements.map((it) => it?.value),
        ),
      LogicalExpression(node) {
        if (node.parent.type === "LogicalExpression" && node.parent.operator === node.operator) return;
        const operator = node.operator === "||" ? "===" : "!==";
        const words = termsOf(node, node.operator).map((it) => textOf(it, operator));
        report(
          node,
          words.filter((it) => it !== undefined),
        );
      },
    };
  },
};

export default {
  meta: { name: "desk" },
  rules: { "effect-body": effectBody, "state-reason": stateReason, "generated-words": generatedWords },
};
