import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts'

type Answer<E extends Endpoint> = (input: InputOf<E>) => OutputOf<E> | Promise<OutputOf<E>>

/** One answer for each call of a contract group; TypeScript refuses a group with one missing. */
export type Answers<Group extends Record<string, Endpoint>> = {
  [Name in keyof Group]: Answer<Group[Name]>
}

/** Thrown to refuse a call of the mock server with this code. */
export class MockRefusal extends Error {
  override name = 'MockRefusal'
  readonly code: ErrorCode
  readonly fields: Record<string, string> | undefined

  constructor(code: ErrorCode, fields?: Record<string, string>) {
    super(Object.values(fields ?? {})[0] ?? errorCatalogue[code].message)
    this.code = code
    this.fields = fields
  }
}
