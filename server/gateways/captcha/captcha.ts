/** Tells people from programs before mail is sent. A solution is accepted once; in doubt it is rejected. */
export interface Captcha {
  /** A puzzle for the browser; null when the provider's widget loads its own. */
  challenge(): Promise<object | null>
  /** False for a wrong, expired or used solution; throws DEPENDENCY_DOWN when the provider does not answer. */
  verify(solution: string, ip: string): Promise<boolean>
}
