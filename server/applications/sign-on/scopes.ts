/** What an application may ask for. `credit`: it may spend the user's credit by `/api/v1/`. */
export const SCOPES = ['openid', 'profile', 'email', 'credit'] as const
