import { spawnSync } from 'node:child_process'
import { chown, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { runOperator } from '#harness/run-operator.ts'
import { runShop } from '#harness/shop-process.ts'
import { createDataFolder, createShopParts, PRODUCTION_SETTINGS } from '../../testing/shop-parts.ts'
import { buildWeb } from '../../testing/build-web.ts'

const LONG = 120_000
const NOBODY = 65_534

beforeAll(buildWeb, LONG)

/** Runs the shop until its start fails; returns its output. */
async function failStart(...start: Parameters<typeof runShop>): Promise<string> {
  await using shop = runShop(...start)
  expect(await shop.ended).toBe(1)
  return shop.output()
}

test(
  'a database that accepts the connection and never answers ends the start with one sentence',
  async () => {
    await using data = await createDataFolder()
    const mute = createServer(() => {}).listen(0, '127.0.0.1')
    await once(mute, 'listening')
    const address = mute.address()
    const port = typeof address === 'object' ? address?.port : undefined
    const DATABASE_URL = `postgres://shop:pw@127.0.0.1:${port}/shop`
    expect(await failStart({ DATA_DIR: data.folder, DATABASE_URL })).toMatch(
      /^数据库没有答复：请检查 DATABASE_URL 里的主机和端口.*\n$/,
    )
    mute.close()
  },
  LONG,
)

test.each([
  ['an unused port', (url: URL) => void (url.port = '1'), /^数据库拒绝连接，.*\n$/],
  [
    'an unknown host',
    (url: URL) => void (url.hostname = 'db.invalid'),
    /^(找不到|现在查不到)数据库的主机.*\n$/,
  ],
  [
    'a wrong password',
    (url: URL) => void (url.password = 'wrong'),
    /^数据库不认这个用户名和密码：.*\n$/,
  ],
  [
    'an unknown database',
    (url: URL) => void (url.pathname = '/none'),
    /^数据库里没有这个名称的库：.*\n$/,
  ],
])(
  'a DATABASE_URL with %s ends the start with one sentence, without the password',
  async (_, spoil, words) => {
    await using parts = await createShopParts()
    const url = new URL(parts.settings.DATABASE_URL)
    spoil(url)
    const said = await failStart({ ...parts.settings, DATABASE_URL: url.href })
    expect(said).toMatch(words)
    expect(said).toContain('DATABASE_URL')
    expect(said).not.toContain(url.password)
  },
  LONG,
)

test('a malformed DATABASE_URL ends the start with the expected format', async () => {
  for (const DATABASE_URL of ['postgres://a:b@c:99999/d', 'postgres://a:50%@c/d'])
    expect(await failStart({ DATABASE_URL })).toContain(
      '- DATABASE_URL：应为 postgres://用户:密码@',
    )
})

test('a HOST that is no address of this machine ends the start with its name', async () => {
  await using parts = await createShopParts()
  const said = await failStart({
    ...parts.settings,
    ...PRODUCTION_SETTINGS,
    PUBLIC_URL: parts.url,
    HOST: 'shop.invalid',
  })
  expect(said).toMatch(/HOST=shop\.invalid 不是地址，.*\n$/)
})

test('a data folder that is a file ends the start with its path', async () => {
  await using data = await createDataFolder()
  const file = join(data.folder, 'file')
  await writeFile(file, '')
  for (const DATA_DIR of [file, join(file, 'below')])
    expect(await failStart({ DATA_DIR })).toBe(
      `数据目录 ${DATA_DIR} 是一个文件，或者它的上级是：请用 DATA_DIR 换一个目录\n`,
    )
})

test.skipIf(process.getuid?.() !== 0)(
  'a data folder of another user ends the start with its path (runs as root only)',
  async () => {
    await using data = await createDataFolder()
    await chown(data.folder, NOBODY, NOBODY)
    // root without its right to write anywhere: another user might not be able to read the program
    const as = ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
    const said = await failStart({ DATA_DIR: data.folder }, undefined, { before: as })
    expect(said).toBe(
      `没有权限写入数据目录 ${data.folder}：请用拥有它的账号启动，或用 DATA_DIR 换一个可以写入的目录\n`,
    )
  },
)

const isRoot = process.getuid?.() === 0
/** Who may mount as root of a namespace of his own alone is himself again in another. */
const asOneself = isRoot
  ? ''
  : `unshare --user --map-user=${process.getuid?.()} --map-group=${process.getgid?.()}`

/** Command prefix: mounts a tmpfs with these options on the folder, for the command alone. */
const onOwnDisk = (folder: string, options: string) => [
  'unshare',
  ...(isRoot ? [] : ['--map-root-user']),
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} tmpfs '${folder}' && exec ${asOneself} "$@"`,
  'sh',
]
const canMount = spawnSync('unshare', [...onOwnDisk('/mnt', 'ro').slice(1), 'true']).status === 0

test.skipIf(!canMount).each([
  ['read-only', 'ro', '在只读的磁盘上：请用 DATA_DIR 换一个可以写入的目录'],
  ['full', 'size=4k', '所在的磁盘已经满了：请先腾出空间，或用 DATA_DIR 换一块磁盘上的目录'],
  ['too small for a database', 'size=20m,mode=755', '所在的磁盘已经满了：请先腾出空间，'],
])(
  'a data folder on a disk that is %s ends the start with its path (runs where this user may mount)',
  async (_, options, words) => {
    await using data = await createDataFolder()
    const before = onOwnDisk(data.folder, options)
    const said = await failStart({ DATA_DIR: data.folder }, undefined, { before })
    expect(said).toMatch(new RegExp(`^数据目录 ${data.folder} ${words}.*\n$`))
  },
  LONG,
)

test(
  '.env with a UTF-8 byte-order mark is read; a UTF-16 .env ends the start with its name',
  async () => {
    await using data = await createDataFolder()
    const file = join(data.folder, '.env')
    const run = () => failStart({}, undefined, { folder: data.folder })
    await writeFile(file, '\uFEFFPORT=http\n')
    expect(await run()).toBe('配置有 1 处问题：\n  - PORT：应为 1–65535 的端口号\n')
    await writeFile(file, '\uFEFFPORT=3000\n', 'utf16le')
    expect(await run()).toBe(
      '配置有 1 处问题：\n  - .env：文件的编码是 UTF-16，应为 UTF-8：请在编辑器里另存为 UTF-8\n',
    )
  },
  LONG,
)

test(
  'a program older than its database ends the start and the operator command with one sentence',
  async () => {
    await using parts = await createShopParts()
    await parts.database.sql`
      insert into schema_migrations (number, name, hash)
      select max(number) + 1, '999_later.sql', 'later' from schema_migrations`
    const words = '数据库已经由更新的版本升级过（999_later.sql），这个版本的程序太旧：'
    const said = await failStart(parts.settings)
    expect(said).toMatch(new RegExp(`^${words}.*\n$`))
    const { code, errors } = await runOperator(parts.settings, ['alerts'])
    expect([code, errors]).toEqual([1, expect.stringContaining(words)])
    expect(errors.trim().split('\n')).toHaveLength(1)
  },
  LONG,
)
