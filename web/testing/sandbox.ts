const PATH = '/v1/payment_methods'

interface SandboxAnswer {
  id?: string
  error?: { code: string }
}

/** The sandbox will answer like this; returns the forms it receives and the keys they came with. */
export function answerSandbox(
  answer: SandboxAnswer | 'noAnswer' | 'unreachable',
): { key: string | null; card: Record<string, string> }[] {
  const received: ReturnType<typeof answerSandbox> = []
  const others = globalThis.fetch
  globalThis.fetch = async (given, init) => {
    const request = new Request(given instanceof URL ? given.href : given, init)
    if (new URL(request.url).pathname !== PATH) return others(given, init)
    received.push({
      key: request.headers.get('authorization'),
      card: Object.fromEntries(new URLSearchParams(await request.text())),
    })
    if (answer === 'unreachable') throw new TypeError('Failed to fetch')
    if (answer === 'noAnswer') return untilAborted(request.signal)
    return Response.json(answer, { status: answer.error ? 402 : 200 })
  }
  return received
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason))
  })
}
