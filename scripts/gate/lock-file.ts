/** What is read of npm's lock file. */
export interface Lock {
  packages: Record<string, LockedPackage>
}

export interface LockedPackage {
  version?: string
  /** Digest of the package's archive: `sha512-` and Base64. */
  integrity?: string
  license?: string
  hasInstallScript?: boolean
  engines?: unknown
}

/** `a` for `node_modules/b/node_modules/a`. */
export function packageName(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
}
