import { failureText } from './record-end.ts'
import type { JobLog } from './loop.ts'

/** Collects failures of single items, so that the others are still processed. */
export class BatchFailures {
  /** The items whose work failed. */
  readonly subjects: string[] = []
  readonly #errors: unknown[] = []
  readonly #log: JobLog | null

  constructor(log: JobLog | null = null) {
    this.#log = log
  }

  /** Does the work for one item and keeps its failure for `throwAny`. */
  async guard(subject: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.#log?.error({ err: error, subject }, 'the work for one of many failed')
      this.subjects.push(subject)
      this.#errors.push(error)
    }
  }

  /** Throws one error for all of them; nothing when there was none. */
  throwAny(): void {
    const [first] = this.#errors
    if (this.#errors.length === 0) return
    const message = `${this.#errors.length} failed, the first for ${this.subjects[0]}: ${failureText(first)}`
    throw new AggregateError(this.#errors, message)
  }
}
