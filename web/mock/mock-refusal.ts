import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'

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
