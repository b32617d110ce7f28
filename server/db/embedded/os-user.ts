import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { constants, existsSync } from 'node:fs'
import { readFile, realpath, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartRefusal } from '../../config/start-refusal.ts'

/** PostgreSQL refuses to run as root: root starts it as an OS user without rights. */
export interface OsUser {
  name: string
  uid: number
  gid: number
  /** Set when folders above the data or the programs are closed to that user, as /root is. */
  mayPassClosedFolders: boolean
}

const SETPRIV = ['/usr/bin/setpriv', '/bin/setpriv'].find((path) => existsSync(path))

/**
 * Keeps CAP_DAC_OVERRIDE, so that file permissions do not stop the server, and access(2) agrees.
 * SQL cannot make use of it, because the shop's role is no superuser.
 */
const PASS_CLOSED_FOLDERS = [
  '--securebits',
  '+no_setuid_fixup',
  '--inh-caps',
  '-all,+dac_override',
  '--ambient-caps',
  '-all,+dac_override',
]

/** The OS user that runs the server; null for the user of this process. */
export async function chooseOsUser(cluster: string, programs: string[]): Promise<OsUser | null> {
  if (process.getuid?.() !== 0) return null
  const owner = await stat(cluster).catch(() => null)
  const osUser =
    owner !== null && owner.uid !== 0
      ? { name: `user ${owner.uid}`, uid: owner.uid, gid: owner.gid }
      : await findUnprivilegedUser()
  const folders = [dirname(cluster), ...programs]
  const isOpen = await Promise.all(folders.map((path) => isOpenTo(path, osUser)))
  const closed = folders.find((_, index) => isOpen[index] === false)
  if (closed !== undefined && SETPRIV === undefined) {
    throw new StartRefusal(
      `内置数据库以 ${osUser.name} 的身份运行，它进不了 ${closed}：请把网站移出不开放的目录，或用普通账号启动`,
    )
  }
  return { ...osUser, mayPassClosedFolders: closed !== undefined }
}

async function findUnprivilegedUser(): Promise<Pick<OsUser, 'name' | 'uid' | 'gid'>> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const user = ['postgres', 'nobody'].flatMap((name) =>
    users.filter((fields) => fields[0] === name),
  )[0]
  const uid = Number(user?.[2])
  const gid = Number(user?.[3])
  if (user?.[0] === undefined || !(uid > 0) || !(gid > 0)) {
    throw new StartRefusal(
      'PostgreSQL 不能以 root 运行，而这台机器没有 postgres 或 nobody 账号：请用普通账号启动',
    )
  }
  return { name: user[0], uid, gid }
}

/** Whether the user may enter every folder on the way, and the thing itself. */
async function isOpenTo(path: string, { uid, gid }: Pick<OsUser, 'uid' | 'gid'>): Promise<boolean> {
  for (let at = await realpath(path); ; at = dirname(at)) {
    const { mode, uid: owner, gid: group } = await stat(at)
    const needed =
      owner === uid ? constants.S_IXUSR : group === gid ? constants.S_IXGRP : constants.S_IXOTH
    if ((mode & needed) === 0) return false
    if (at === dirname(at)) return true
  }
}

/**
 * Starts a program of PostgreSQL as this OS user. Where the system can do it, the program gets SIGINT when
 * this process ends, even by SIGKILL.
 */
export function spawnAs(
  osUser: OsUser | null,
  program: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  // The caller's environment may hold PG… settings and a locale that this machine does not have.
  const env = { LC_ALL: 'C', TZ: 'UTC' }
  const common = { ...options, env, cwd: '/', windowsHide: true }
  if (SETPRIV === undefined) {
    return spawn(
      program,
      args,
      osUser === null ? common : { ...common, uid: osUser.uid, gid: osUser.gid },
    )
  }
  const privileges = ['--pdeathsig', 'INT']
  if (osUser !== null) {
    privileges.push('--reuid', `${osUser.uid}`, '--regid', `${osUser.gid}`, '--clear-groups')
    if (osUser.mayPassClosedFolders) privileges.push(...PASS_CLOSED_FOLDERS)
  }
  return spawn(SETPRIV, [...privileges, '--', program, ...args], common)
}
