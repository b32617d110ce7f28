import { parse } from 'qs'
import { ApiError } from './errors.ts'

/** A parsed form: text, or named parts of it. Lists have numbers for names; so has a name given twice. */
export interface Form {
  [name: string]: string | Form
}

/** A parameter and four brackets: one more than any call of the API has. */
const DEPTH = 4
const MOST_PARAMETERS = 1000

/** Reads `a[b][0]=c` as Stripe's API does, from a body or a query string. Objects have no prototype. */
export function parseForm(text: string): Form {
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the arrays of a name given twice read as parts
    return parse(text, {
      depth: DEPTH,
      strictDepth: true,
      parameterLimit: MOST_PARAMETERS,
      throwOnLimitExceeded: true,
      parseArrays: false,
      plainObjects: true,
    }) as Form
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new ApiError(400, {
      type: 'invalid_request_error',
      message: `The form has parameters of more than ${DEPTH + 1} parts, or more than ${MOST_PARAMETERS} parameters.`,
    })
  }
}
