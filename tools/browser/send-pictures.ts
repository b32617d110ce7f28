import type { Failure } from '../wire/calls.ts'
import type { PictureEvent, Turn } from '../wire/picture.ts'
import { readLines } from './read-lines.ts'

export type PictureEnd = Extract<PictureEvent, { type: 'done' | 'failed' }>
export type PictureProgress = Exclude<PictureEvent, PictureEnd>

/** Sends pictures to be read and reports the events as they come; returns the last, or that there was none. */
export async function sendPictures(
  job: string,
  pictures: readonly { file: File; turn: Turn }[],
  report: (event: PictureProgress) => void,
): Promise<PictureEnd> {
  const parts = pictures.map(({ file, turn }) => `${file.size}.${turn}`).join(',')
  try {
    const response = await fetch(`/jobs/pictures?id=${job}&parts=${parts}`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: new Blob(pictures.map(({ file }) => file)),
    })
    if (!response.ok || response.body === null) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
      const { error } = (await response.json()) as { error: Failure }
      return { type: 'failed', error }
    }
    for await (const line of readLines(response.body)) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own server wrote it
      const event = JSON.parse(line) as PictureEvent
      if (event.type === 'done' || event.type === 'failed') return event
      report(event)
    }
  } catch {
    // the connection broke: the job may have been done, and sent again under its id it is not charged again
  }
  return { type: 'failed', error: { code: 'no_answer', message: '连接中断' } }
}

/** Random, also where the page is not on https. */
export function newJobId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
