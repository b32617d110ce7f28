import { ApiError } from './errors.ts'

/** A parsed form: text, or named parts of it (lists have numbers for names). */
export interface Form {
  [name: string]: string | Form
}

const DEEPEST = 5

/** Reads `a[b][0]=c` as Stripe's API does, from a body or a query string. */
export function parseForm(text: string): Form {
  const form = emptyForm()
  for (const [key, value] of new URLSearchParams(text)) {
    const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(key)
    if (match === null) throw malformed(key)
    const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map(([, name]) => name ?? '')
    set(form, [match[1] ?? '', ...inner], value, key)
  }
  return form
}

function set(form: Form, path: string[], value: string, key: string): void {
  if (path.length > DEEPEST) throw malformed(key)
  let part = form
  for (const [depth, name] of path.entries()) {
    const place = name === '' ? String(Object.keys(part).length) : name
    const present = part[place]
    if (depth === path.length - 1) {
      if (present !== undefined) throw malformed(key)
      part[place] = value
      return
    }
    if (typeof present === 'string') throw malformed(key)
    const next = present ?? emptyForm()
    part[place] = next
    part = next
  }
}

/** Without a prototype, so that no name can reach one. */
function emptyForm(): Form {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Object.create is typed any
  return Object.create(null) as Form
}

function malformed(key: string): ApiError {
  return new ApiError(400, {
    type: 'invalid_request_error',
    message: `The parameter name '${key.slice(0, 100)}' is malformed or stands twice.`,
  })
}
