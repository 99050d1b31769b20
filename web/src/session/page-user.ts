let user: number | undefined

/** Returns the user whose pages this window shows; undefined if nobody is signed in. */
export function pageUser(): number | undefined {
  return user
}

export function setPageUser(userId: number | undefined): void {
  user = userId
}
