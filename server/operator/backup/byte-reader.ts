import { damagedBackup } from './archive-lines.ts'

const NEWLINE = 0x0a
/** Longer than any line that is written. */
const LONGEST_LINE = 1024 * 1024

/** Reads lines and counted bytes from a stream, in turns. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  #buffer: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Up to the next line end, without it. */
  async line(): Promise<string> {
    let at = this.#buffer.indexOf(NEWLINE)
    while (at === -1) {
      const looked = this.#buffer.length
      if (looked > LONGEST_LINE || !(await this.#more())) throw damagedBackup('内容中断')
      at = this.#buffer.indexOf(NEWLINE, looked)
    }
    const line = this.#buffer.toString('utf8', 0, at)
    this.#buffer = this.#buffer.subarray(at + 1)
    return line
  }

  async bytes(count: number): Promise<Buffer> {
    const parts = [this.#buffer]
    let length = this.#buffer.length
    while (length < count) {
      const { done, value } = await this.#source.next()
      if (done === true) throw damagedBackup('内容中断')
      parts.push(value)
      length += value.length
    }
    const all = parts.length === 1 ? this.#buffer : Buffer.concat(parts, length)
    this.#buffer = all.subarray(count)
    return all.subarray(0, count)
  }

  async isAtEnd(): Promise<boolean> {
    return this.#buffer.length === 0 && !(await this.#more())
  }

  async #more(): Promise<boolean> {
    const { done, value } = await this.#source.next()
    if (done === true) return false
    this.#buffer = this.#buffer.length === 0 ? value : Buffer.concat([this.#buffer, value])
    return true
  }
}
