// The frame of everything: theme, session, language, the screen.
import { Button, MantineProvider, useMantineColorScheme } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { ServerOff, ShieldAlert } from "lucide-react";
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { Router, useLocation } from "wouter";

import { GraphError } from "../data/graph/errors";
import { start as startLive } from "../data/graph/live";
import { clear } from "../data/graph/rows";
import { activeLanguage, onLanguage, t, moreMessages } from "../lib/i18n";
import { showOnDevice } from "../data/notifications/device";
import { startBell } from "../data/notifications/unread";
import { Empty } from "../parts/Notice";
import { UndoBar } from "../parts/undo";
import { applyLook } from "../parts/look";
import * as session from "../data/session/session";
import {
  knownService,
  loadViewer,
  restoreViewer,
  seesComplaints,
  useService,
  useViewer,
  viewerNow,
} from "../data/session/viewer";
import { theme, variables } from "./theme";
import { register } from "../data/worker";
import { Boundary } from "../parts/Boundary";
import { Frame } from "./Frame";
import styles from "./shell.module.css";
import { useAfterTyping } from "./typing";
import { watchVersion } from "../data/version";

const FieldFrame = lazy(async () => {
  const [module] = await Promise.all([import("./FieldFrame"), moreMessages()]);
  return module;
});
const loadSignIn = () => import("../screens/door/SignIn");
const SignIn = lazy(loadSignIn);
const Setup = lazy(() => import("../screens/door/Setup"));
const Register = lazy(() => import("../screens/door/Register"));

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      refetchOnWindowFocus: false,
      retry: (count, cause) => count < 2 && cause instanceof GraphError && cause.lost,
    },
  },
});

// The service replaces the nonce in each answer of index.html; styles that are made at run time carry it. Scripts can
// read it from the element, not from the attribute.
const nonce = (): string => document.querySelector<HTMLMetaElement>("meta[property=csp-nonce]")?.nonce ?? "";

export function App() {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={variables} getStyleNonce={nonce} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Boundary>
          <Router base="/desk">
            <Language />
          </Router>
        </Boundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}

// Language shows everything anew when another language was chosen.
function Language() {
  const language = useSyncExternalStore(onLanguage, activeLanguage);
  return (
    <div key={language} className={styles.root}>
      <Gate />
      <UndoBar />
    </div>
  );
}

// Gate shows the screens while somebody is signed in. When the session ends they stay as they are, hidden, so that the
// same person goes on at the same place.
function Gate() {
  const state = session.useSession();
  const { setColorScheme } = useMantineColorScheme();
  const viewer = useViewer();
  const [generation, setGeneration] = useState(0);
  const [ready, setReady] = useState(false);
  const [confirmed, setConfirmed] = useState(true); // that who signed in again is who was signed in before
  const [attempt, setAttempt] = useState(0);
  const inside = state === "in";
  const out = state === "out";
  const left = session.useSignedOut() !== ""; // on purpose: nobody goes on where they were
  const [typed, signInNow] = useAfterTyping(out); // so that the sentence being written stays in its draft
  const away = typed || (left && out);
  const hidden = away || (!out && !confirmed);
  // Dialogs and menus hang on the body: base.css hides them with the attribute.
  useLayoutEffect(() => {
    document.body.toggleAttribute("data-away", hidden);
  }, [hidden]);
  const focused = useRef<HTMLElement>(undefined); // what has the focus, to give it back after a sign-in in the middle of work
  useEffect(() => {
    if (!hidden) focused.current?.focus({ preventScroll: true });
  }, [hidden]);

  useEffect(() => {
    // What the door shows comes when the service does.
    let timer: ReturnType<typeof setTimeout>;
    const load = (): void => void knownService().catch(() => (timer = setTimeout(load, 5000)));
    load();
    const unwatch = watchVersion();
    return () => {
      clearTimeout(timer);
      unwatch();
    };
  }, []);

  useEffect(() => {
    if (out) setConfirmed(false);
    if (out && left) setReady(false);
    if (!inside) return;
    const stop = new AbortController();
    // No screen is shown before both are known: times would be in a wrong zone, and limits none.
    void knownService()
      .then(loadViewer)
      .then(async (other) => {
        if (stop.signal.aborted) return;
        if (other) {
          clear();
          queries.clear();
          setGeneration((it) => it + 1);
        }
        const now = viewerNow();
        if (now) await applyLook(now, setColorScheme);
        if (stop.signal.aborted) return;
        setReady(true);
        setConfirmed(true);
        if (seesComplaints()) startLive(stop.signal);
        startBell(stop.signal, queries, showOnDevice);
      })
      .catch(() => setTimeout(() => !stop.signal.aborted && setAttempt((it) => it + 1), 3000));
    return () => stop.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- Mantine makes setColorScheme anew with each color scheme
  }, [inside, out, left, attempt]);

  // Signing out must not need the connection that it may have lost.
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(() => void loadSignIn().catch(() => undefined), 2000);
    return () => {
      clearTimeout(timer);
    };
  }, [ready]);

  // A solver goes on where there is no connection, with what the phone has kept.
  useEffect(() => {
    if (ready || (state !== "starting" && state !== "unreachable") || !session.mayBeSignedIn()) return;
    const timer = setTimeout(() => restoreViewer() && setReady(true), state === "starting" ? 2500 : 0);
    return () => clearTimeout(timer);
  }, [state, ready]);

  useEffect(() => {
    if (state !== "unreachable") return;
    const timer = setInterval(() => void session.start(), 5000);
    return () => clearInterval(timer);
  }, [state]);

  // The files of the desk are kept once somebody works with it, after what the screen itself needs.
  useEffect(() => {
    if (!ready) return;
    const timer = setTimeout(register, 5000);
    return () => clearTimeout(timer);
  }, [ready]);

  if (state === "insecure") {
    return (
      <main className={styles.whole}>
        <Empty icon={ShieldAlert} title={t("session.insecure")}>
          <p className={styles.measure}>{t("session.insecureText")}</p>
        </Empty>
      </main>
    );
  }
  if (!ready && (state === "unreachable" || (inside && attempt > 0))) {
    return (
      <main className={styles.whole}>
        <Empty icon={ServerOff} title={t("session.unreachable")}>
          <p>{t("session.unreachableText")}</p>
          <Button variant="default" onClick={() => (inside ? setAttempt((it) => it + 1) : void session.start())}>
            {t("common.retry")}
          </Button>
        </Empty>
      </main>
    );
  }
  return (
    <>
      {ready && (
        <div className={styles.gate}>
          {out && !away && (
            <p className={styles.ended} role="status">
              {t("session.endedBand")}{" "}
              <Button size="compact-sm" onClick={signInNow}>
                {t("session.submit")}
              </Button>
            </p>
          )}
          <div
            key={generation}
            className={styles.inside}
            data-away={hidden || undefined}
            inert={hidden}
            onFocus={(event) => void (focused.current = event.target)}
          >
            {viewer?.role === "SOLVER" ? (
              <Suspense>
                <FieldFrame />
              </Suspense>
            ) : (
              <Frame />
            )}
          </div>
        </div>
      )}
      {away && (
        <Suspense>
          <Door again={ready} />
        </Suspense>
      )}
    </>
  );
}

// Door is what somebody sees who is not signed in.
function Door({ again }: { again: boolean }) {
  const service = useService();
  const [location] = useLocation();
  if (service?.firstStart) return <Setup />;
  if (service?.registration && !again && location === "/register") return <Register />;
  return <SignIn again={again} />;
}
