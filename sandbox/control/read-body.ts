import { ApiError } from '../api/errors.ts'
import { parseForm, type Form } from '../api/form.ts'

/** Reads the body of a control call, a form or JSON. */
export function readBody(body: unknown, contentType: string | undefined): Form {
  if (typeof body !== 'string' || body === '') return {}
  if (!contentType?.startsWith('application/json')) return parseForm(body)
  const form = formOf(parse(body))
  if (typeof form === 'object') return form
  throw new ApiError(400, { type: 'invalid_request_error', message: 'The body is no object.' })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, { type: 'invalid_request_error', message: 'The body is no JSON.' })
  }
}

/** Converts JSON into the equal form: values become text, lists get numbers for names. */
function formOf(value: unknown): string | Form {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null)
    return value === null ? '' : JSON.stringify(value)
  const entries = Object.entries(value).map(([name, each]) => [name, formOf(each)] as const)
  return Object.assign(Object.create(null), Object.fromEntries(entries))
}
