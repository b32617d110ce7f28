import type { Failure, JobEvent, JobOrder } from '../wire/job.ts'

type FailedJob = { type: 'failed' } & Failure

const NO_ANSWER: FailedJob = { type: 'failed', code: 'NO_ANSWER', message: '连接中断' }

export type JobEnd = Extract<JobEvent, { type: 'done' | 'failed' }>

/** Sends a job and reports its events as they come; returns the last one. */
export async function sendJob(
  order: JobOrder,
  report: (event: Exclude<JobEvent, JobEnd>) => void,
): Promise<JobEnd> {
  const answer = fetch('/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  return readEvents<JobEvent>(answer, report)
}

type Ends = { type: 'done' | 'failed' }

/** Reports the events of an answer as they come; returns the last one, or that there was none. */
export async function readEvents<E extends { type: string }>(
  answer: Promise<Response>,
  report: (event: Exclude<E, Ends>) => void,
): Promise<Extract<E, Ends> | FailedJob> {
  try {
    const response = await answer
    if (!response.ok || response.body === null) return await readFailure(response)
    let rest = ''
    const text = response.body.pipeThrough(new TextDecoderStream()).getReader()
    // WebKit's streams cannot be iterated
    for (let part = await text.read(); !part.done; part = await text.read()) {
      const lines = (rest + part.value).split('\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
        const event = JSON.parse(line) as E
        if (isEnd(event)) return event
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what is no end
        report(event as Exclude<E, Ends>)
      }
    }
  } catch {
    // the connection broke: the job may have been done, and sent again under its id it is not charged again
  }
  return NO_ANSWER
}

function isEnd<E extends { type: string }>(event: E): event is Extract<E, Ends> {
  return event.type === 'done' || event.type === 'failed'
}

async function readFailure(response: Response): Promise<FailedJob> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
  const failure = (await response.json()) as Failure
  return { type: 'failed', ...failure }
}

/** Has the job stopped; its own answer says what became of it. */
export async function cancelJob(id: string): Promise<void> {
  await fetch(`/jobs/${id}/cancel`, { method: 'POST' }).catch(() => {})
}

/** Random, also where the page is not on https. */
export function newJobId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
