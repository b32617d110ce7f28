import * as security from '#contract/console/staff/security.ts'
import { startTestServer } from '../harness.ts'
import { createAuthenticator } from './authenticator.ts'
import { CONSOLE_URL, startTestConsole } from './console.ts'

/** A server and its console whose clock stands: codes are for steps of 30 s, which no test may cross by chance. */
export async function startStoppedConsole() {
  const stack = new AsyncDisposableStack()
  const server = stack.use(await startTestServer())
  server.stopClock()
  const staff = stack.use(await startTestConsole(server.deps))
  return { server, staff, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}

type Staff = Awaited<ReturnType<typeof startTestConsole>>
export type Colleague = Awaited<ReturnType<Staff['newOperator']>>

/** Adds a passkey on another device of the same person. */
export async function addPasskey({ call }: Pick<Colleague, 'call'>, name: string) {
  const device = createAuthenticator(CONSOLE_URL)
  const begun = await call(security.beginPasskeyAddition, {})
  const response = device.create(begun.body.data.options)
  return { device, answer: await call(security.addPasskey, { name, response }) }
}
