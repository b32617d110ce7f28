/** The steps of a process; `current` is the index of the step in progress. */
export function ProgressSteps({ steps, current }: { steps: readonly string[]; current: number }) {
  return (
    <ol className="progress" aria-label="进度">
      {steps.map((step, at) => (
        <li
          key={step}
          className={at < current ? 'done' : undefined}
          aria-current={at === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  )
}
