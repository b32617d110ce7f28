import { readFileSync } from 'node:fs'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { processTree, type Program, signalAll, startProgram } from '#harness/production/program.ts'
import { localFile, type MachinePlace } from './local-file.ts'

/** One of the three machines of the database: etcd, Patroni, its PostgreSQL, and a small disk for that one's data. */
export interface Machine extends AsyncDisposable {
  name: string
  address: string
  startEtcd(): Promise<void>
  startPatroni(): Promise<void>
  /** Ends everything at once, as a power cut does. */
  kill(): void
  killPostgres(): void
  /** Stops everything where it stands; connections stay open and nobody answers. */
  freeze(): void
  thaw(): void
  fillDisk(): Promise<void>
  freeDisk(): Promise<void>
}

interface Options {
  place: MachinePlace
  /** An own small file system. */
  disk: string
  /** For configuration and logs. */
  folder: string
}

export async function createMachine({ place, disk, folder }: Options): Promise<Machine> {
  const data = join(disk, 'postgresql')
  const ballast = join(disk, 'ballast')
  await mkdir(folder, { recursive: true })
  const configuration = join(folder, 'patroni.yml')
  await writeFile(configuration, await patroniFile({ place, data, folder }))
  const etcdSettings = parseEnv(await localFile('etcd/etcd.default', [], place))
  let etcd: Program | undefined
  let patroni: Program | undefined
  let frozen: number[] = []

  function postgresPids(): number[] {
    try {
      const pid = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
      return processTree([pid])
    } catch {
      return []
    }
  }

  const allPids = (): number[] => [
    ...(patroni?.pids() ?? []),
    ...postgresPids(),
    ...(etcd?.pids() ?? []),
  ]

  return {
    ...place,
    async startEtcd() {
      if (etcd) return etcd.start()
      etcd = await startProgram({
        command: ['etcd'],
        env: {
          ...etcdSettings,
          ETCD_DATA_DIR: join(folder, 'etcd'),
          HOME: folder,
        },
        logFile: join(folder, 'etcd.log'),
      })
    },
    async startPatroni() {
      if (patroni) return patroni.start()
      patroni = await startProgram({
        command: ['patroni', configuration],
        env: { HOME: folder, LANG: 'C.UTF-8' },
        logFile: join(folder, 'patroni.log'),
      })
    },
    kill: () => signalAll(allPids(), 'SIGKILL'),
    killPostgres: () => signalAll(postgresPids(), 'SIGKILL'),
    freeze() {
      frozen = allPids()
      signalAll(frozen, 'SIGSTOP')
    },
    thaw() {
      signalAll(frozen, 'SIGCONT')
      frozen = []
    },
    fillDisk: () => fillDisk(ballast),
    freeDisk: () => rm(ballast, { force: true }),
    async [Symbol.asyncDispose]() {
      signalAll(allPids(), 'SIGKILL')
      await etcd?.[Symbol.asyncDispose]()
      await patroni?.[Symbol.asyncDispose]()
    },
  }
}

/** What differs from the file of `deploy/`: paths, and sizes that fit a small disk. */
async function patroniFile({
  place,
  data,
  folder,
}: {
  place: MachinePlace
  data: string
  folder: string
}): Promise<string> {
  const changes = [
    ['/var/lib/postgresql/15/shop', data],
    ['/usr/lib/postgresql/15/bin', await programsOfPostgres()],
    ['/var/lib/postgresql/shop.pgpass', join(folder, 'pgpass')],
    ['/var/run/postgresql', folder],
    ['max_wal_size: 4GB', 'max_wal_size: 128MB'],
    ['wal_keep_size: 1GB', 'wal_keep_size: 64MB'],
  ] as const
  return localFile('patroni/patroni.yml', changes, place)
}

const PIECE = Buffer.alloc(256 * 1024)

/** Writes the file until its disk has no room. */
async function fillDisk(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (let size = PIECE.length; size > 0;) {
      try {
        await handle.write(PIECE, 0, size)
      } catch (error) {
        if (!isNoRoom(error)) throw error
        size = Math.floor(size / 2)
      }
    }
  } finally {
    await handle.close()
  }
}

function isNoRoom(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOSPC'
}

const VERSIONS = '/usr/lib/postgresql'

/** The folder of the newest PostgreSQL of this machine. */
async function programsOfPostgres(): Promise<string> {
  const versions = (await readdir(VERSIONS).catch(() => [])).map(Number).toSorted((a, b) => b - a)
  if (versions[0] === undefined) throw new Error(`there is no PostgreSQL in ${VERSIONS}`)
  return join(VERSIONS, String(versions[0]), 'bin')
}
