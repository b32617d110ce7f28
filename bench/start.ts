import { join } from 'node:path'
import * as launch from '#server/launch.ts'
import { endProcess, untilReady } from '#harness/processes.ts'
import { freePort } from '#server/testing/free-ports.ts'
import { removeFolder, createWorkFolder } from '#harness/database-server.ts'
import { absoluteFigure, type Figure } from './rig/figure.ts'
import { startProgram } from './rig/programs.ts'
import { type Bench, interleave } from './rig/rounds.ts'
import { PRODUCT } from './rig/shop.ts'

/**
 * Measures the time from the start of the process to the first 200 of /readyz, with embedded database and
 * payment sandbox, as `npm start` runs it after the build. A start on a new data folder also has no compile
 * cache, as right after an installation: it creates database, keys and pages.
 */
export async function measureStart({ rounds }: Bench): Promise<Figure[]> {
  const folder = await createWorkFolder()
  // the same ports in every round: kept pages contain the shop's address
  const ports = {
    ...{ PORT: String(await freePort()), SANDBOX_PORT: String(await freePort()) },
    ...{ TOOLS_PORT: String(await freePort()), CONSOLE_PORT: String(await freePort()) },
  }
  let made = 0
  const newest = () => join(folder, `data-${made}`)
  try {
    const { fresh, existing } = await interleave(rounds, {
      fresh: () => {
        made += 1
        return secondsToReady(newest(), { ...ports, NODE_DISABLE_COMPILE_CACHE: '1' })
      },
      existing: () => secondsToReady(newest(), ports),
    })
    return [
      absoluteFigure('start to ready, existing data folder', existing, 's', { atMost: 1 }),
      absoluteFigure('start to ready, new data folder', fresh, 's', { atMost: 5 }),
    ]
  } finally {
    await removeFolder(folder)
  }
}

async function secondsToReady(
  dataDir: string,
  env: NodeJS.ProcessEnv & { PORT: string },
): Promise<number> {
  const startedAt = performance.now()
  const child = startProgram({
    ...PRODUCT,
    place: 'both',
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...launch.environment,
      ...env,
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
    },
  })
  try {
    await untilReady(`http://127.0.0.1:${env.PORT}/readyz`, child)
    return (performance.now() - startedAt) / 1_000
  } finally {
    await endProcess(child)
  }
}
