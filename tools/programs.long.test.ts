import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { promisify } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { buildWeb } from '#server/testing/build-web.ts'
import { balancesOf } from '#server/testing/applications/spending.ts'
import { startToolsServer } from './testing/tools-server.ts'

beforeAll(buildWeb, 180_000)

const run = promisify(execFile)

/** The tutorial as the site shows it, with the address of these tools. */
async function readTutorial(toolsUrl: string): Promise<string> {
  const text = await readFile('content/pages/tutorial.md', 'utf8')
  return text.replaceAll('{{toolsUrl}}', toolsUrl).replaceAll('{{creditUnit}}', '积分')
}

function exampleOf(tutorial: string, language: string): string {
  return new RegExp(`^\`\`\`${language} .*\\n([^]*?)^\`\`\``, 'm').exec(tutorial)![1]!
}

test('the examples of the tutorial run as they stand, and each is answered and charged', async () => {
  await using tools = await startToolsServer()
  const { ann } = await tools.newCustomer({ credit: 200_000 })
  const key = await tools.newKey(ann)
  const tutorial = await readTutorial(tools.url)
  const env = { ...process.env, API_KEY: key, OPENAI_API_KEY: key }
  const script = exampleOf(tutorial, 'sh').replace('"您的密钥"', `"${key}"`)
  const flags = ['--input-type=module', '-e', exampleOf(tutorial, 'js')]
  for (const [program, given] of [
    ['bash', ['-euo', 'pipefail', '-c', script]],
    [process.execPath, flags],
  ] as const) {
    const before = (await balancesOf(tools.server, ann)).balance
    const { stdout } = await run(program, given, { env })
    expect(stdout).toContain('模型替身')
    await expect
      .poll(async () => (await balancesOf(tools.server, ann)).balance)
      .toBeLessThan(before)
  }
})

test('a request whose body does not come is cut off', async () => {
  await using tools = await startToolsServer()
  const socket = connect(tools.config.port, '127.0.0.1')
  await once(socket, 'connect')
  let answer = ''
  socket.setEncoding('utf8').on('data', (part: string) => (answer += part))
  const head =
    'POST /backchannel-logout HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n'
  socket.write(`${head}Content-Length: 1000\r\n\r\na`)
  await once(socket, 'close')
  expect(answer).toMatch(/^HTTP\/1\.1 408 /)
}, 120_000)
