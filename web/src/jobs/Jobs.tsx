// The screen /jobs: how far the jobs are whose folders the server was told, while they are
// done by this or another program.
import "./jobs.css";
import type { ComponentChildren } from "preact";
import { useEffect, useState } from "preact/hooks";
import { api, type JobState, type JobWorker, Problem } from "../api";
import { Empty, Failure, Loading } from "../shell/states";
import { Term } from "../shell/Term";
import { number as count, said, t, tx } from "../words";
import { bytes, percent, rate, span } from "./words";

const soon = 1000; // milliseconds from answer to question, while a job runs
const later = 2000; // and while none does
const share = 20; // the server rests so many times as long as an answer takes

interface Seen {
  jobs: JobState[];
  at: Date;
}

/** useJobs asks again and again. When the server is away, what was seen last stays. */
function useJobs(): { seen: Seen | null; failed: Error | null; again: () => void } {
  const [seen, setSeen] = useState<Seen | null>(null);
  const [failed, setFailed] = useState<Error | null>(null);
  const [tries, retry] = useState(0);
  useEffect(() => {
    const control = new AbortController();
    let timer = 0;
    const ask = async () => {
      const began = performance.now();
      let pause = later;
      try {
        const jobs = await api.jobs(control.signal);
        setSeen({ jobs, at: new Date() });
        setFailed(null);
        if (jobs.some((j) => j.state === "running")) pause = soon;
      } catch (err) {
        if (control.signal.aborted) return;
        setFailed(err as Error);
      }
      timer = window.setTimeout(ask, Math.max(pause, share * (performance.now() - began)));
    };
    void ask();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [tries]);
  return { seen, failed, again: () => retry((n) => n + 1) };
}

export default function Jobs() {
  const { seen, failed, again } = useJobs();
  const running = seen?.jobs.find((j) => j.state === "running");
  const title = running && !failed ? `${percent(running.done, running.pieces)} · ${t("Jobs")} · grundy` : `${t("Jobs")} · grundy`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  if (!seen) return failed ? <Failure error={failed} onRetry={again} /> : <Loading words={t("Reading the folders")} />;
  if (seen.jobs.length === 0) {
    return (
      <Empty title={t("This server shows no jobs.")} heading>
        <p>
          {tx("{command} shows how far the job in a folder is.", { command: <code>grundy serve --dir DIR</code> })}
        </p>
      </Empty>
    );
  }
  return (
    <div class="wrap jobs">
      <h1>{t("Jobs")}</h1>
      <p class="note">
        {tx("Work in {pieces}, by {run}, {sweep} or {scale}.", {
          pieces: <Term says={t("A job is cut into numbered pieces, such as the games of a sweep. What is done stays in its folder, whatever happens: only pieces in flight can be lost.")}>{t("pieces")}</Term>,
          run: <code>grundy job run</code>,
          sweep: <code>grundy sweep</code>,
          scale: <code>grundy-scale</code>,
        })}
      </p>
      {failed && (
        <p class="jobs-stale" role="alert" data-error={failed instanceof Problem && failed.kind === "offline" ? "offline" : "problem"}>
          {said(failed.message)} {t("What you see is from {time}.", { time: seen.at.toLocaleTimeString("en-GB") })}{" "}
          <button type="button" class="button small" onClick={again}>
            {t("Try again")}
          </button>
        </p>
      )}
      <ul class="jobs-list" data-stale={failed !== null}>
        {seen.jobs.map((j, i) => (
          <li key={`${i} ${j.folder}`} class="card job" data-job={j.folder} data-state={j.state} data-done={j.done}>
            <JobCard job={j} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const states = () => ({ running: t("running"), stopped: t("stopped"), done: t("done"), unreadable: t("cannot be read") });

function JobCard({ job }: { job: JobState }) {
  const state = (
    <span class={`job-state job-${job.state}`} role="status">
      <Mark state={job.state} />
      {states()[job.state]}
    </span>
  );
  if (job.state === "unreadable") {
    return (
      <>
        <h2>
          <span class="job-folder">{job.folder}</span> {state}
        </h2>
        <p class="job-problem">{said(job.problem ?? "")}</p>
      </>
    );
  }
  return (
    <>
      <h2>
        <span class="job-folder">{job.folder}</span> {state}
      </h2>
      <p class="job-bar">
        <progress class={`job-progress job-${job.state}`} max={Math.max(job.pieces, 1)} value={job.pieces === 0 ? 1 : job.done} aria-label={t("Pieces of {folder} that are done", { folder: job.folder })} />
        <b>{percent(job.done, job.pieces)}</b>
      </p>
      <dl class="job-facts">
        <Fact name={t("Pieces")}>
          {t("{done} of {all}", { done: count(job.done), all: count(job.pieces) })}
        </Fact>
        {job.tiers !== undefined && job.tier !== undefined && (
          <Fact name={<Term says={t("Pieces of a tier need results of earlier tiers only. They are done at the same time, and the next tier begins when all of them are there.")}>{t("Tier")}</Term>}>
            {t("{done} of {all}", { done: count(job.tier), all: count(job.tiers) })}
          </Fact>
        )}
        {job.rate > 0 && <Fact name={job.state === "running" ? t("Rate") : t("Rate of the last run")}>{rate(job.rate)}</Fact>}
        {job.left > 0 && job.state === "running" && <Fact name={t("Time left")}>{t("about {time}", { time: span(job.left) })}</Fact>}
        <Fact name={t("Results")}>{bytes(Number(job.bytes))}</Fact>
        <Fact name={t("Kind")}>{job.kind}</Fact>
        <Fact name={t("Job")}>
          <span class="mono">{job.id.slice(0, 16)}</span>
        </Fact>
        <Fact name={t("Version")}>{job.version}</Fact>
      </dl>
      {job.problem && <p class="job-problem">{said(job.problem ?? "")}</p>}
      <Workers workers={job.workers} done={job.done} />
      {job.state === "stopped" && (
        <p class="note">
          {tx("{command} goes on with it.", { command: <code>grundy job run --dir {quoted(job.folder)}</code> })}
        </p>
      )}
      {job.state === "done" && (
        <p class="note">
          {tx("{command} writes the results.", { command: <code>grundy job results {quoted(job.folder)}</code> })}
        </p>
      )}
    </>
  );
}

const quoted = (folder: string) => (/^[\w./~:-]+$/.test(folder) ? folder : `'${folder.replaceAll("'", `'\\''`)}'`);

function Fact({ name, children }: { name: ComponentChildren; children: ComponentChildren }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const most = 8; // workers that are shown at once

function Workers({ workers, done }: { workers: JobWorker[]; done: number }) {
  if (workers.length === 0) return null;
  const table = (
    <table class="job-workers">
      <thead>
        <tr>
          <th scope="col">{t("Worker")}</th>
          <th scope="col">{t("Pieces")}</th>
          <th scope="col">{t("Part of the work")}</th>
        </tr>
      </thead>
      <tbody>
        {workers.map((w) => (
          <tr key={w.name} data-worker={w.name}>
            <th scope="row">{named(w)}</th>
            <td>{count(w.done)}</td>
            <td>{percent(w.done, done)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
  if (workers.length <= most) return table;
  return (
    <details>
      <summary>{t("{count} workers", { count: count(workers.length) })}</summary>
      {table}
    </details>
  );
}

function named(w: JobWorker) {
  if (w.name !== "") return <span class="mono">{w.name}</span>;
  if (!w.goroutines) return t("here");
  return t("{n} core here|{n} cores here", { n: w.goroutines });
}

/** Each state has a shape, so that it is read without colour. */
function Mark({ state }: { state: JobState["state"] }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
      {state === "running" && <path fill="currentColor" d="M4 2.5v11L13.5 8z" />}
      {state === "stopped" && <path fill="currentColor" d="M3 3h10v10H3z" />}
      {state === "done" && <path fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round" d="M3 8.5l3.5 3.5L13 4.5" />}
      {state === "unreadable" && <path fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round" d="M4 4l8 8M12 4l-8 8" />}
    </svg>
  );
}
