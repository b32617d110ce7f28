import * as allCalls from '#contract/all-calls.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { mockAnswers } from './answers.ts'
import { isMockLoggedIn } from './cookies.ts'
import { currentFault, failWith, refusalOf } from './faults.ts'
import { mockCardAnswer } from './mock-cards.ts'
import { MockRefusal } from './answer.ts'

interface Call {
  name: string
  endpoint: Endpoint
  answer: (input: unknown) => unknown
}

/** The latency of a near server, so that loading states are visible. */
const LATENCY_MS = 250

/** Every call of the contract with its answer. */
export const mockCalls: Call[] = Object.entries(allCalls).flatMap(([group, endpoints]) =>
  Object.entries<Endpoint>(endpoints).map(([name, endpoint]) => ({
    name,
    endpoint,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both sides are one table by the type of `mockAnswers`
    answer: (mockAnswers as unknown as Record<string, Record<string, Call['answer']>>)[group]![
      name
    ]!,
  })),
)

/** Answers all calls to the server from now on; other requests go to the network. */
export function replaceNetwork(latencyMs: number = LATENCY_MS): void {
  const real = globalThis.fetch.bind(globalThis)
  globalThis.fetch = async (given, init) => {
    const request = new Request(given instanceof URL ? given.href : given, init)
    const { pathname } = new URL(request.url)
    if (pathname === '/v1/payment_methods') {
      return mockCardAnswer(new URLSearchParams(await request.text()))
    }
    if (!pathname.startsWith('/clients/')) return real(given, init)
    await new Promise((resolve) => setTimeout(resolve, latencyMs))
    if (request.signal.aborted) throw request.signal.reason
    const call = mockCalls.find(({ endpoint }) => isOf(endpoint, request.method, pathname))
    return call ? answerOf(call, request) : refusalOf('NOT_FOUND')
  }
}

async function answerOf({ name, endpoint, answer }: Call, request: Request): Promise<Response> {
  const fault = currentFault()
  // a fault of all calls spares the token: without it the page makes no other call
  const hits = fault?.call === undefined ? name !== 'csrfToken' : fault.call === name
  const failed = fault && hits ? await failWith(fault.name, request.signal) : undefined
  if (failed) return failed
  if (endpoint.session === 'required' && !isMockLoggedIn()) return refusalOf('UNAUTHENTICATED')
  const input = endpoint.input.safeParse(await givenTo(endpoint, request))
  if (!input.success) {
    const { issues } = input.error
    const message = issues[0]?.message
    const sentences = issues.map((issue) => [issue.path.join('.'), issue.message])
    return refusalOf('VALIDATION', {
      // the first of several errors of a field wins
      fields: Object.fromEntries(sentences.toReversed()),
      ...(message !== undefined && { message }),
    })
  }
  try {
    const data = endpoint.output.parse(await answer(input.data))
    return Response.json({ statusCode: 200, message: 'ok', data })
  } catch (error) {
    if (!(error instanceof MockRefusal)) throw error
    return refusalOf(error.code, { message: error.message, fields: error.fields })
  }
}

/** The input of a call: query or body, and path parameters. */
async function givenTo({ method, path }: Endpoint, request: Request): Promise<unknown> {
  const { pathname, searchParams } = new URL(request.url)
  const given: unknown = method === 'POST' ? await request.json() : Object.fromEntries(searchParams)
  const values = pathname.split('/')
  const named = path
    .split('/')
    .flatMap((part, at) =>
      part.startsWith(':') ? [[part.slice(1), decodeURIComponent(values[at] ?? '')]] : [],
    )
  return typeof given === 'object' ? { ...given, ...Object.fromEntries(named) } : given
}

function isOf({ method, path }: Endpoint, asked: string, pathname: string): boolean {
  return method === asked && new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(pathname)
}
