import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createEmptyDatabase } from '../testing/database/test-database.ts'
import { oncePerFile } from '../testing/once-per-file.ts'
import { operatorOf, runCommand } from '../testing/operator.ts'
import { startOperatorServer } from '../testing/operator-shop.ts'
import { reportText } from './report.ts'

const deskOf = oncePerFile(startOperatorServer)

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'shop-operator-'))
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

test('report is a line a fact and a sentence; null facts are left out, control and direction characters replaced', () => {
  const facts = [
    ['编号', 'a'],
    ['失败原因', null],
    ['支付意图', 'pi_1\u0007'],
  ] as const
  const sentences = ['\u202eevil\u2066', 'one\r\n  two \u001b[2J']
  expect(reportText({ facts, sentences })).toBe(
    '编号：a\n支付意图：pi_1\ufffd\n\n\ufffdevil\ufffd\none two \ufffd[2J',
  )
})

test('without a shop there is help, and a command is refused and leaves the folder empty', async () => {
  await using nowhere = await folder()
  const data = join(nowhere.path, 'none')
  const run = (...words: string[]) => runCommand({ DATA_DIR: data, PORT: 'wrong' }, words)
  const overview = await run()
  expect([overview.code, overview.errors]).toEqual([0, ''])
  expect(overview.output).toContain('orders refund')
  for (const words of [['help'], ['--help'], ['-h']]) {
    expect((await run(...words)).output).toBe(overview.output)
  }
  const refund = await run('orders', 'refund', '--help')
  expect(refund.output).toContain(
    '用法：npm run operator -- orders refund <订单> [--amount <金额>] [--reason <原因>]',
  )
  expect((await run('help', 'orders', 'refund')).output).toBe(refund.output)
  expect((await run('mail', '--help')).output).toMatch(/^ {2}mail resend .*\n {2}mail test .*\n$/)
  const { code, errors } = await runCommand({ DATA_DIR: data }, ['alerts'])
  expect([code, errors]).toEqual([2, expect.stringContaining(`${data} 里没有商店的数据`)])
  expect(await readdir(nowhere.path)).toEqual([])
})

test('wrong command line is reported with its help command and changes nothing', async () => {
  const { operator } = await deskOf()
  const wrong: [string[], string][] = [
    [['audit'], '没有这个命令：audit；列表与详情在控制台里看'],
    [['orders'], 'orders 有这些命令'],
    [['orders', 'list'], 'orders 有这些命令，列表与详情在控制台里看'],
    [['alerts', '--sinc', '1h'], '不认识的选项 --sinc'],
    // uploads are the console's
    [['invoices', 'issue', 'x', '--upload', 'y'], '不认识的选项 --upload'],
    [['alerts', '-x'], '不认识的选项 -x'],
    [['alerts', '--since'], '选项 --since 需要一个值'],
    [['alerts', '--since', '--json'], '选项 --since 需要一个值'],
    [['alerts', '--json=yes'], '选项 --json 后面不带值'],
    [['alerts', 'paid'], '多出的内容：paid'],
    [['diff', '--hours', '0'], '--hours 应为 1–2160 的整数'],
    [['orders', 'show'], '<订单> 必须填写'],
  ]
  for (const [words, sentence] of wrong) {
    const { code, output, errors } = await operator.run(...words)
    expect([words, code, output]).toEqual([words, 2, ''])
    expect(errors).toContain(sentence)
  }
  const { errors } = await operator.run('orders', 'show')
  expect(errors).toContain('说明：npm run operator -- orders show --help')
  expect(await operator.audit()).toEqual([])
})

test('invalid settings, unavailable database and other schema version each have their message', async () => {
  const { server } = await deskOf()
  const refusalWith = async (settings: Record<string, string>) => {
    await using other = await operatorOf({ ...server, settings })
    return other.refusal('alerts')
  }
  expect(await refusalWith({ PORT: 'http' })).toMatchObject({
    exit: 2,
    code: 'CONFIG',
    message: expect.stringContaining('PORT：'),
  })
  expect(await refusalWith({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).toMatchObject({
    exit: 4,
    code: 'DATABASE',
    message: expect.stringMatching(/^数据库拒绝连接.*请先启动 PostgreSQL/),
  })
  await using empty = await createEmptyDatabase()
  expect(await refusalWith({ DATABASE_URL: empty.url })).toMatchObject({
    exit: 1,
    code: 'SCHEMA',
    message: '数据库还是空的：请先启动一次网站，它会建好所有的表',
  })
  expect(await empty.sql`select to_regclass('plans') is null as untouched`).toEqual([
    { untouched: true },
  ])
  await server.sql`
    insert into schema_migrations (number, name, hash) values (999, '999_future.sql', 'f')`
  const newer = await refusalWith({})
  await server.sql`delete from schema_migrations where number = 999`
  expect(newer).toMatchObject({ exit: 1, code: 'SCHEMA' })
})

test('the program: a closed output pipe is no error; a missing secret file is refused by name, without a stack', async () => {
  const { operator } = await deskOf()
  const shell = async (command: string, settings: Record<string, string>) => {
    const env = { PATH: process.env['PATH'], ...settings }
    return (await promisify(execFile)('/bin/sh', ['-c', command], { env })).stderr
  }
  const program = `"${process.execPath}" server/operator/main.ts`
  const piped = `(${program} help; echo "ended $?" >&2) | true`
  expect(await shell(piped, operator.settings)).toBe('ended 0\n')
  const settings = { SECRET_KEY_FILE: '/nowhere/secret-key' }
  expect(await shell(`${program} alerts; echo "ended $?" >&2`, settings)).toBe(
    '配置有 1 处问题：\n  - SECRET_KEY_FILE：没有 /nowhere/secret-key 这个文件\nended 2\n',
  )
})
