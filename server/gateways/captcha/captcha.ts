/** Tells people from programs before mail is sent. Every solution serves once; in doubt the answer is no. */
export interface Captcha {
  /** A puzzle for the browser; null where the provider hands out its own. */
  challenge(): Promise<object | null>
  /** False for a wrong, stale or used solution; throws DEPENDENCY_DOWN when the provider cannot be asked. */
  verify(solution: string, ip: string): Promise<boolean>
}
