export default {
  sharedPage: {
    leaderboard: '{project}：排行榜'
  }
} as const;
