const BROWSERS: readonly [mark: RegExp, name: string][] = [
  [/MicroMessenger/, '微信'],
  [/Edg(A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/OPR\//, 'Opera'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const SYSTEMS: readonly [mark: RegExp, name: string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/HarmonyOS|OpenHarmony/, '鸿蒙'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A User-Agent as people say it: Mac 上的 Chrome. */
export function browserName(userAgent: string): string {
  const nameIn = (table: typeof BROWSERS) => table.find(([mark]) => mark.test(userAgent))?.[1]
  const browser = nameIn(BROWSERS)
  const system = nameIn(SYSTEMS)
  if (browser === undefined) return system ?? '未知的浏览器'
  return system === undefined ? browser : `${system} 上的 ${browser}`
}
