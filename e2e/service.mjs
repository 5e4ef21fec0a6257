// Starts bin/redress with the demo data, for the tests of one file. The database is a new one on the
// PostgreSQL server that REDRESS_TEST_POSTGRES_URL names, or else a new SQLite file. With REDRESS_E2E_SEED=1000000 it is
// a city of so many complaints, with the demo's accounts: desk-speed shows there that the desk is as fast. One that is
// there already is named by REDRESS_E2E_DATABASE_URL, and by REDRESS_E2E_DATA_DIR the folder of its keys and files.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const { REDRESS_E2E_SEED: seed, REDRESS_E2E_DATABASE_URL: existing, REDRESS_E2E_DATA_DIR: dataDir } = process.env;
export const large = Boolean(seed || existing); // of most complaints the files are missing
const program = process.env.REDRESS_E2E_PROGRAM ?? new URL("../bin/redress", import.meta.url).pathname;

// newDatabase returns the URL of an empty database.
function newDatabase(folder) {
  const server = process.env.REDRESS_TEST_POSTGRES_URL;
  if (!server) return `sqlite://${folder}/redress.db`;
  const name = `redress_e2e_${process.pid}_${Date.now()}`;
  execFileSync("psql", [server, "--quiet", "--command", `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`]);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return String(url);
}

const seededPassword = "seven lamps on Mill Lane"; // the demo's is refused for accounts that the demo does not make

// addAccounts adds the accounts that the tests sign in with, unless they are there.
function addAccounts(env, folder) {
  execFileSync(program, ["migrate"], { cwd: folder, env, stdio: ["ignore", "ignore", "pipe"] });
  for (const [name, role] of [["admin", "admin"], ["superadmin", "super_admin"], ["user", "user"], ["solver", "solver"]]) {
    try {
      execFileSync(program, ["user", "create", "--email", `${name}@example.com`, "--role", role, "--password-file", "-"], { cwd: folder, env, input: `${seededPassword}\n`, stdio: ["pipe", "ignore", "pipe"] });
    } catch (cause) {
      if (!/already/.test(cause.stderr)) throw cause;
    }
  }
}

// start returns the running service: its url, sign-in and close. Without the demo it has no account yet, and setup is the
// link that it prints for the first one.
export async function start(settings = {}, { demo = true } = {}) {
  const folder = await mkdtemp(join(tmpdir(), "redress-e2e-"));
  const own = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("REDRESS_")));
  const env = {
    ...own,
    REDRESS_DATABASE_URL: newDatabase(folder),
    REDRESS_LEDGER_KEY_FILE: `${folder}/ledger.key`,
    REDRESS_MEDIA_URL: `file://${folder}/media`,
    ...settings,
  };
  if (demo && existing) Object.assign(env, { REDRESS_DATABASE_URL: existing, REDRESS_LEDGER_KEY_FILE: `${dataDir}/ledger.key`, REDRESS_MEDIA_URL: `file://${dataDir}/media` });
  if (demo && (existing || seed)) addAccounts(env, folder);
  if (demo && seed && !existing) execFileSync(program, ["seed", "--complaints", seed], { cwd: folder, env }); // a million take five minutes
  const service = spawn(program, ["serve", ...(demo ? ["--demo"] : []), "--addr", "127.0.0.1:0"], { cwd: folder, env });
  const ended = once(service, "exit");
  let printed = "";
  let log = "";
  service.stderr.on("data", (bytes) => (log += bytes));
  const ready = new Promise((resolve, reject) => {
    service.stdout.on("data", (bytes) => {
      printed += bytes;
      if ((demo ? /Proof for an update[^]*\n\n/ : /or run this command/).test(printed)) resolve(); // the last of the six paths, or what follows the link
    });
    ended.then(([code]) => reject(new Error(`redress ended with ${code}:\n${printed}${log}`)));
    setTimeout(() => reject(new Error(`redress is not ready:\n${printed}${log}`)), 60_000).unref();
  });
  await ready;
  const url = /listens on (\S+)/.exec(printed)[1];
  const password = demo && (existing || seed) ? seededPassword : /password (\S+):/.exec(printed)?.[1];
  const setup = /(\S+\/desk\/setup#\S+)/.exec(printed)?.[1];

  // signIn returns an access token of a demo account.
  async function signIn(email) {
    const response = await fetch(`${url}/api/auth/login/`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const body = await response.json();
    assert.equal(response.status, 200, JSON.stringify(body));
    return body.access_token;
  }

  // briefToken returns an access token of a demo account that expires soon, such as after 4s.
  function briefToken(email, ttl) {
    return execFileSync(program, ["token", "--email", email, "--ttl", ttl], { cwd: folder, env, encoding: "utf8" }).trim();
  }

  // command runs the program on the same database, such as for an import.
  function command(...args) {
    return execFileSync(program, args, { cwd: folder, env, encoding: "utf8" });
  }

  // query runs an operation over plain HTTP and returns its data.
  async function query(token, text, variables) {
    const response = await fetch(`${url}/graphql`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: text, variables }),
    });
    const body = await response.json();
    assert.equal(body.errors, undefined, JSON.stringify(body.errors));
    return body.data;
  }

  // path returns one of the six paths as the demo prints it, with an id that exists.
  function path(pattern) {
    const found = printed.match(new RegExp(`${url}(${pattern})`));
    assert.ok(found, `no ${pattern} in\n${printed}`);
    return found[1];
  }

  async function close() {
    service.kill("SIGTERM");
    const [code] = await ended;
    assert.equal(code, 0, `redress ended with ${code}:\n${log}`);
    assert.deepEqual(log.split("\n").filter((line) => line.includes('"level":"ERROR"')), [], "the log holds an error");
    await rm(folder, { recursive: true });
  }

  return { url, password, setup, signIn, briefToken, command, query, path, close };
}
