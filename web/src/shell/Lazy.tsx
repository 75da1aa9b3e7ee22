import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { t } from "../words";
import { Failure, Loading } from "./states";

type Load = () => Promise<{ default: ComponentType }>;
const loaded = new Map<Load, ComponentType>();

/** A screen that is loaded when it is opened. */
export function Lazy({ name, load }: { name: string; load: Load }) {
  const [failed, setFailed] = useState<Error | null>(null);
  const [, settle] = useState(0);
  const Screen = loaded.get(load);
  useEffect(() => {
    if (Screen || failed) return;
    let gone = false;
    load().then(
      (m) => {
        loaded.set(load, m.default);
        if (!gone) settle((n) => n + 1);
      },
      (err: Error) => gone || setFailed(err),
    );
    return () => {
      gone = true;
    };
  }, [load, Screen, failed]);
  // Tests wait for the name of the screen.
  useEffect(() => {
    if (Screen || failed) document.documentElement.dataset.screen = Screen ? name : "error";
  }, [name, Screen, failed]);
  if (Screen) return <Screen />;
  if (failed) {
    return <Failure error={new Error(t("This screen could not be loaded. Is grundy serve still running?"))} onRetry={() => location.reload()} />;
  }
  return <Loading />;
}
