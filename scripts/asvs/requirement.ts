/** What stands for one requirement of OWASP ASVS, in our own words. */
export interface Requirement {
  id: string
  /** What it asks for, in eight words at most. */
  what: string
  /** `file › title`: tests that hold it, or rules of the gate; the title, or a part of it, stands in the file. */
  tests?: readonly string[]
  /** Pages that say it, for what is asked of documents and of the operator. */
  docs?: readonly string[]
  /** Why it does not apply, or is accepted as it is. Nothing else stands beside it. */
  exception?: string
  /** What is missing. Tests and pages beside it hold the rest. */
  open?: string
}
