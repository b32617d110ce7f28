import { Ajv2020 } from 'ajv/dist/2020.js'

interface Described {
  paths: Record<string, Record<string, { responses: Record<string, unknown> }>>
}

/** Reads the served description of the API, and checks answers against it. */
export async function answerCheck(url: string) {
  const response = await fetch(`${url}/api/v1/openapi.json`)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a test of its own holds it against OpenAPI 3.1
  const description = (await response.json()) as Described
  const ajv = new Ajv2020({ strict: false, validateFormats: false })
  ajv.addSchema(description, 'api')

  /** Throws when the description does not know the answer. */
  function checkAnswer(
    { method, path }: { method: string; path: string },
    { status, body }: { status: number; body: unknown },
  ): void {
    const place = path.replaceAll(/:(\w+)/g, '{$1}')
    const way = ['paths', place, method.toLowerCase(), 'responses', String(status)]
    const pointer = [...way, 'content', 'application/json', 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const validate = ajv.compile({ $ref: `api#/${pointer}` })
    if (!validate(body)) {
      throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`)
    }
  }

  return { description, checkAnswer }
}
