import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestDatabase } from '../../testing/database/test-database.ts'
import { freePorts } from '../../testing/free-ports.ts'
import { runShop } from '#harness/shop-process.ts'
import { buildWeb } from '../../testing/build-web.ts'

const LONG = 180_000

beforeAll(buildWeb, LONG)

test(
  'changed content is shown after a restart; mistakes end the start with their file and line',
  async () => {
    await using database = await createTestDatabase()
    const folder = await mkdtemp(join(tmpdir(), 'operator-'))
    await using _cleanup = {
      [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
    }
    const content = join(folder, 'content')
    await cp('content', content, { recursive: true })
    const { port } = await freePorts()
    const start = () =>
      runShop({
        PORT: String(port),
        DATA_DIR: join(folder, 'data'),
        DATABASE_URL: database.url,
        CONTENT_DIR: content,
      })
    const change = async (file: string, from: string, to: string) => {
      const path = join(content, file)
      const text = await readFile(path, 'utf8')
      expect(text).toContain(from)
      await writeFile(path, text.replaceAll(from, to))
    }

    const shown = async (path: string) => {
      await using shop = start()
      return await vi.waitFor(
        async () => {
          if (shop.process.exitCode !== null) throw new Error(shop.output())
          const answer = await fetch(`http://localhost:${port}${path}`)
          expect(answer.status).toBe(200)
          return answer.text()
        },
        { timeout: 60_000, interval: 50 },
      )
    }

    expect(await shown('/refund')).toContain('7 天内，没用掉的部分都可以退')
    await change('pages/refund.md', '7 天', '15 天')
    await change('site.json', '星桥 AI', '青禾 AI')
    const changed = await shown('/refund')
    expect(changed).toContain('15 天内，没用掉的部分都可以退')
    expect(changed).toContain('退款规则 - 青禾 AI')

    await change('pages/refund.md', '## 怎么申请', '<b>怎么申请</b>\n\n## 怎么申请')
    await change('site.json', '"timeZone": "Asia/Shanghai"', '"timeZone": "Shanghai"')
    await using broken = start()
    expect(await broken.ended).toBe(1)
    const lineOf = async (file: string, words: string) => {
      const lines = (await readFile(join(content, file), 'utf8')).split('\n')
      return lines.findIndex((line) => line.includes(words)) + 1
    }
    const faults = [
      `pages/refund.md：第 ${await lineOf('pages/refund.md', '<b>')} 行：不支持 HTML：<b>`,
      `site.json：第 ${await lineOf('site.json', 'timeZone')} 行：timeZone 不是已知的时区：Shanghai`,
    ]
    for (const fault of faults) expect(broken.output()).toContain(fault)
  },
  LONG,
)
