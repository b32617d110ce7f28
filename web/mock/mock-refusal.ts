import { type ErrorCode, errorCatalogue } from '#contract/errors.ts'

/** What the mock server answers instead of data. */
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
