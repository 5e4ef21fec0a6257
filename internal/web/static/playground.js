// The playground: GraphiQL with the tabs that the server makes. In demo mode every tab holds
// the token of one role; tokens live an hour, so they are renewed here before they run out.
(async () => {
  "use strict";
  const { createElement: h, useState, useEffect } = React;
  const freshFor = 30 * 60 * 1000;
  const main = document.getElementById("playground");

  let config;
  let fetchedAt = 0;
  const tabOfToken = new Map(); // every Authorization ever handed out → its tab's name

  const authorization = (tab) => (tab.headers ? JSON.parse(tab.headers).Authorization : undefined);

  async function loadConfig() {
    const response = await fetch("/playground/config.json", { cache: "no-store" });
    if (!response.ok) throw new Error(`The server did not hand out its tabs: ${response.status} ${response.statusText}`);
    config = await response.json();
    fetchedAt = Date.now();
    for (const tab of config.tabs) {
      if (authorization(tab)) tabOfToken.set(authorization(tab), tab.name);
    }
  }

  // renewed returns the headers with the newest token of the tab that the editor's token belongs to;
  // a token that did not come from the server is the person's own and stays as it is.
  function renewed(headers) {
    const name = tabOfToken.get(headers.Authorization);
    const tab = name && config.tabs.find((t) => t.name === name);
    return tab ? { ...headers, Authorization: authorization(tab) } : headers;
  }

  let showResponse = () => {};

  async function send(params, headers) {
    // For a moment after a change of tabs GraphiQL still names the operation of the tab before.
    const { operationName, ...rest } = params;
    const body = operationName && params.query.includes(operationName) ? params : rest;
    const response = await fetch(config.endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/graphql-response+json, application/json", ...headers },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return { response, text };
  }

  // subscribe yields the events of a subscription, over SSE.
  async function* subscribe(params, headers) {
    const response = await fetch(config.endpoint, {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "text/event-stream", ...headers },
      body: JSON.stringify(params),
    });
    if (!response.headers.get("Content-Type").startsWith("text/event-stream")) {
      yield await response.json();
      return;
    }
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
      let rest = "";
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        const events = (rest + value).split("\n\n");
        rest = events.pop();
        for (const event of events) {
          const lines = event.split("\n");
          if (lines.includes("event: complete")) return;
          const data = lines.find((line) => line.startsWith("data: "));
          if (data) yield JSON.parse(data.slice("data: ".length));
        }
      }
    } finally {
      reader.cancel();
    }
  }

  // isSubscription reports whether the operation to run is a subscription.
  function isSubscription(params, document) {
    const operations = (document?.definitions || []).filter((d) => d.kind === "OperationDefinition");
    const chosen = operations.find((o) => o.name?.value === params.operationName) || (operations.length === 1 && operations[0]);
    return chosen && chosen.operation === "subscription";
  }

  async function fetcher(params, options = {}) {
    const given = options.headers || {};
    if (isSubscription(params, options.documentAST)) return subscribe(params, renewed(given));
    const issued = tabOfToken.has(given.Authorization);
    if (issued && Date.now() - fetchedAt > freshFor) await loadConfig();
    const start = performance.now();
    let { response, text } = await send(params, renewed(given));
    if (response.status === 401 && issued) {
      // The server may have restarted with another key. What it refused it did not run.
      await loadConfig();
      ({ response, text } = await send(params, renewed(given)));
    }
    if (params.operationName !== "IntrospectionQuery") {
      showResponse({ status: response.status, phrase: response.statusText, ms: Math.round(performance.now() - start), size: text.length, signed: "Authorization" in given });
    }
    try {
      return JSON.parse(text);
    } catch {
      return { errors: [{ message: `${response.status} ${response.statusText}: the response is not JSON`, extensions: { body: text.slice(0, 500) } }] };
    }
  }

  function LastResponse() {
    const [last, setLast] = useState(null);
    useEffect(() => { showResponse = setLast; }, []);
    if (!last) return h("div", { className: "response" }, "Run the query to see its response.");
    const { status, phrase, ms, size, signed } = last;
    let advice = "";
    if (status === 401 && signed) advice = "The token in the Headers editor was refused: run Login and put the new one there.";
    if (status === 401 && !signed) advice = "This needs a token: run Login, then put the token into the Headers editor.";
    if (status === 429) advice = "Too many requests: wait a little.";
    if (status >= 500) advice = "The server failed; its log says why.";
    return h("div", { className: status < 400 ? "response" : "response failed", role: "status" },
      h("b", null, `${status} ${phrase}`), ` · ${ms} ms · ${size < 1024 ? `${size} B` : `${(size / 1024).toFixed(1)} kB`}`, advice && h("div", null, advice));
  }

  // Tokens, passwords and queries stay in this page's memory. Only the layout and theme are stored.
  function storage() {
    const memory = new Map();
    const persistent = (key) => key === "graphiql:theme" || key.endsWith("Flex");
    return {
      getItem: (key) => (persistent(key) ? localStorage.getItem(`redress:${key}`) : memory.get(key) ?? null),
      setItem: (key, value) => (persistent(key) ? localStorage.setItem(`redress:${key}`, value) : memory.set(key, value)),
      removeItem: (key) => (persistent(key) ? localStorage.removeItem(`redress:${key}`) : memory.delete(key)),
      clear: () => memory.clear(),
      get length() { return memory.size; },
    };
  }

  try {
    await loadConfig();
  } catch (error) {
    main.firstElementChild.textContent = error.message;
    return;
  }
  ReactDOM.createRoot(main).render(
    h(GraphiQL, {
      fetcher,
      storage: storage(),
      shouldPersistHeaders: false,
      defaultTabs: config.tabs.map(({ query, variables, headers }) => ({ query, variables: variables || null, headers: headers || null })),
      defaultQuery: "# Ctrl-Space suggests, Ctrl-Enter runs.\n\n",
      defaultEditorToolsVisibility: "headers",
    }, h(GraphiQL.Footer, null, h(LastResponse))),
  );
})();
