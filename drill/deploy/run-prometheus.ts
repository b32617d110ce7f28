import { cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { startDatabaseServer } from '#harness/database-server.ts'
import { freePort, freePorts } from '#harness/free-ports.ts'
import { ROOT } from '../../scripts/run-program.ts'
import { pollUntil } from '../failover/poll-until.ts'
import { startNode } from '#harness/production/nodes.ts'
import { startProgram } from '#harness/production/program.ts'
import { openSettings } from '#harness/production/settings.ts'
import type { FileCheck } from './check-deploy.ts'

const LIMIT_MS = 30_000

const targets = z.object({
  data: z.object({
    activeTargets: z.array(z.object({ health: z.string(), lastError: z.string() })),
  }),
})
const rules = z.object({
  data: z.object({
    groups: z.array(
      z.object({ rules: z.array(z.object({ name: z.string(), health: z.string() })) }),
    ),
  }),
})

/** Runs Prometheus with its file of `deploy/` on a node of the shop: it has to read the metrics and every rule. */
export async function runPrometheus(): Promise<FileCheck> {
  await using database = await startDatabaseServer()
  await using cleanup = new AsyncDisposableStack()
  const { folder } = database
  const [front, opsPort, port] = [await freePorts(), await freePort(), await freePort()]
  const databaseUrl = await database.createDatabase('watched')
  const place = {
    folder,
    databaseUrl,
    cleanup,
    front: { shop: front.port, console: front.sandboxPort },
  }
  const { env } = await openSettings(place)
  const [shop, desk] = [await freePort(), await freePort()]
  cleanup.use(
    await startNode({
      ports: { shop, console: desk },
      env: { ...env, OPS_PORT: String(opsPort) },
      logFile: join(folder, 'node.log'),
    }),
  )
  const own = join(folder, 'prometheus')
  await cp(join(ROOT, 'deploy/prometheus'), own, { recursive: true })
  const file = join(own, 'prometheus.yml')
  const text = (await readFile(file, 'utf8'))
    .replaceAll('interval: 15s', 'interval: 1s')
    .replace(/targets: .*/, `targets: ['127.0.0.1:${opsPort}']`)
  await writeFile(file, text)
  const address = `127.0.0.1:${port}`
  cleanup.use(
    await startProgram({
      command: [
        'prometheus',
        `--config.file=${file}`,
        `--storage.tsdb.path=${join(own, 'data')}`,
        `--web.listen-address=${address}`,
      ],
      logFile: join(folder, 'prometheus.log'),
    }),
  )
  let found = 'it does not answer'
  const ask = async (path: string): Promise<unknown> =>
    (await fetch(`http://${address}/api/v1/${path}`)).json()
  const problem = await pollUntil('Prometheus', LIMIT_MS, async () => {
    try {
      const { activeTargets } = targets.parse(await ask('targets?state=active')).data
      const list = rules.parse(await ask('rules')).data.groups.flatMap((group) => group.rules)
      const [target] = activeTargets
      const broken = list.filter(({ health }) => health !== 'ok').map(({ name }) => name)
      found = `target ${target?.health} ${target?.lastError}; rules ${list.length}, not evaluated: ${broken.join(', ')}`
      return target?.health === 'up' && list.length > 0 && broken.length === 0 ? true : null
    } catch {
      // not yet listening
      return null
    }
  }).then(
    () => null,
    () => found,
  )
  return { file: 'prometheus/*', by: 'prometheus, on a node of the shop', problem }
}
