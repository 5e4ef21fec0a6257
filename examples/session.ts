// A session: it signs in once and exchanges its refresh token shortly before the access token expires.
export const url = process.env.REDRESS_URL ?? "http://localhost:8080";

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

let tokens: Tokens | undefined;
let expires = 0;
let renewing: Promise<void> | undefined;

async function post(path: string, body: object): Promise<void> {
  const response = await fetch(url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  tokens = (await response.json()) as Tokens;
  expires = Date.now() + tokens.expires_in * 1000;
}

// token returns an access token that is good for another half a minute. A refresh token can be used
// once, so that requests at the same time share one exchange.
export async function token(): Promise<string> {
  if (!tokens || Date.now() > expires - 30_000) {
    renewing ??= (tokens
      ? post("/api/auth/refresh/", { refresh_token: tokens.refresh_token })
      : post("/api/auth/login/", { email: process.env.REDRESS_EMAIL, password: process.env.REDRESS_PASSWORD })
    ).finally(() => { renewing = undefined; });
    await renewing;
  }
  return tokens!.access_token;
}

// authorized is fetch with a token.
export async function authorized(input: RequestInfo | URL, options: RequestInit = {}): Promise<Response> {
  const headers = new Headers(input instanceof Request ? input.headers : undefined);
  new Headers(options.headers).forEach((value, name) => headers.set(name, value));
  headers.set("Authorization", `Bearer ${await token()}`);
  return fetch(input, { ...options, headers });
}
