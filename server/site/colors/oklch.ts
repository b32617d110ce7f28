/** Red, green, blue in 0–255, and what is written after them for the alpha. */
export type Rgb = readonly [red: number, green: number, blue: number]

/** Lightness 0–1, chroma, hue in degrees: https://bottosson.github.io/posts/oklab/ */
export interface Oklch {
  l: number
  c: number
  h: number
}

export function rgbOf(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16))
  return [red, green, blue]
}

export function toOklch(colour: Rgb): Oklch {
  const [red, green, blue] = linear(colour)
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short
  const b = 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short
  const l = 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short
  return { l, c: Math.hypot(a, b), h: (Math.atan2(b, a) * 180) / Math.PI }
}

/** The nearest colour a screen shows: where there is none as strong, a weaker one of the same hue. */
export function fromOklch({ l, c, h }: Oklch): Rgb {
  let [weak, strong] = [0, c]
  if (isShown(linearOf({ l, c, h }))) weak = c
  while (strong - weak > 0.0005) {
    const half = (weak + strong) / 2
    if (isShown(linearOf({ l, c: half, h }))) weak = half
    else strong = half
  }
  const [red, green, blue] = linearOf({ l, c: weak, h }).map(encoded)
  return [red ?? 0, green ?? 0, blue ?? 0]
}

/** Relative luminance, from which contrast is reckoned: https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
export function luminance(colour: Rgb): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function linear(colour: Rgb): [number, number, number] {
  const [red, green, blue] = colour.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return [red ?? 0, green ?? 0, blue ?? 0]
}

function linearOf({ l, c, h }: Oklch): [number, number, number] {
  const angle = (h * Math.PI) / 180
  const [a, b] = [c * Math.cos(angle), c * Math.sin(angle)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

function isShown(parts: readonly number[]): boolean {
  return parts.every((part) => part > -0.0005 && part < 1.0005)
}

function encoded(part: number): number {
  const value = part <= 0.0031308 ? part * 12.92 : 1.055 * Math.max(part, 0) ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, value)) * 255)
}
