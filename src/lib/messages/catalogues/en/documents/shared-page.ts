/** Pages behind share links. */
export default {
  sharedPage: {
    leaderboard: '{project}: leaderboard'
  }
} as const;
