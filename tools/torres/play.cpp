// Plays Torres as the computer player does, a hundred times as fast; see tools/play_torres.py, which compiles and calls this.
// usage: play WEIGHTS on BREADTH < positions > scores: each position is played on to its end;
//        play WEIGHTS match SEATS GAMES SEED CHALLENGER OTHER > the challenger's share: of players BREADTH,ANSWERS,ANSWER,TURNS,WORLDS.
#include <cinttypes>

#include "search.hpp"

constexpr double BELIEVED_SHARE = 0.8, HOPELESS = 12;  // BELIEVED and _HOPELESS of bots.py
constexpr int ALIKE = 5;

static Weights weights[5];

struct Player {
    int breadth = 12, answers = 0, answer = 1, turns = 2, worlds = 1;
    double believed = BELIEVED_SHARE;
};

static int best_of(const Search& search) {
    int best = 0;
    for (size_t i = 1; i < search.nodes.size(); i++)
        if (search.nodes[i].worth > search.nodes[best].worth) best = i;
    return best;
}

// -- answers.py
static double lead(const State& state, int seat) {
    Land land(state.heights);
    double total = 0, own = 0, f[BOARD];
    for (int i = 0; i < state.seats; i++) {
        const double* line = weights[state.seats].of[state.phase - 1][state.turns_left(i)];
        u64 others = 0;
        for (int j = 0; j < state.seats; j++) others |= j == i ? 0 : state.knights[j];
        board(land, state.knights[i], others, state.king, state.phase, f);
        double worth = state.scores[i] + sum(line, f, BOARD);
        worth += line[SEGMENTS] * (state.towers[i].sum() + state.kept[i] + (i == state.seat ? std::max(0, state.used) : 0));
        int hand = state.hands[i] | (i == state.seat ? state.fresh : 0);
        for (int card = 0; card < CARDS; card++)
            if (hand >> card & 1) worth += line[CARD + card];
        total += worth;
        if (i == seat) own = worth;
    }
    return own - rivals_count * (total - own) / (state.seats - 1);
}

static bool phase_ends(const State& state) { return state.round == ROUNDS[state.seats][state.phase - 1] && state.done + 1 == state.seats; }

// `turns`: how often the seat is met again before it stops; `dealt`: the others hold cards, dealt by chance.
static double loss(State state, int breadth, int turns, bool dealt, Chance& chance) {
    int seat = state.seat;
    for (int i = 0; i < state.seats; i++) {
        int hand = 0;
        for (int held = dealt && i != seat ? count(state.hands[i]) : 0, left = (1 << CARDS) - 1; held; held--) {
            int some = left;
            for (int skip = chance.below(count(left)); skip; skip--) some &= some - 1;
            hand |= some & -some, left &= ~(some & -some);
        }
        if (i != seat) state.hands[i] = hand;
        state.decks[i].tops.clear(), state.decks[i].bottoms.clear(), state.decks[i].unseen = 0;
    }
    state.buy();
    double before = lead(state, seat), after = before;
    while (!phase_ends(state)) {
        state.end_turn();
        if (state.seat == seat && !--turns) break;
        {
            State from = state;
            Search search(from, weights[state.seats], chance, breadth);
            search.play(state, best_of(search));
        }
        state.buy();
        after = lead(state, seat);
    }
    return after - before;
}

// -- bots.py
static int answered(Search& search, const Player& player, Chance& chance) {
    if (!player.answers) return best_of(search);
    const State& state = search.state;
    std::vector<int> near(search.nodes.size());
    for (size_t i = 0; i < near.size(); i++) near[i] = i;
    int plans = std::max(2, player.answers * 3 * (std::min(state.ap, 5) + 1) / ((2 * state.seats - 1) * 6));
    size_t some = std::min<size_t>(near.size(), ALIKE * plans);
    std::partial_sort(near.begin(), near.begin() + some, near.end(), [&](int a, int b) { return search.nodes[a].worth > search.nodes[b].worth; });
    std::vector<int> places;
    for (size_t i = 0; i < some && int(places.size()) < plans; i++) {
        const Node& node = search.nodes[near[i]];
        if (node.worth <= search.nodes[near[0]].worth - HOPELESS) break;
        bool fresh = true;
        for (int other : places) fresh = fresh && !(search.nodes[other].land == node.land && search.nodes[other].own == node.own);
        if (fresh) places.push_back(near[i]);
    }
    int best = places[0];
    double most = -1e9;
    u64 seed = chance.next();
    for (int at : places) {
        if (places.size() == 1) break;
        double lost = 0;
        for (int world = 0; world < player.worlds; world++) {
            State end = state;
            search.play(end, at);
            end.drawn = search.nodes[at].drawn;
            Chance same(seed + world);  // all plans are answered in the same worlds
            lost += loss(end, player.answer, player.turns, player.worlds > 1, same) / player.worlds;
        }
        double worth = search.nodes[at].worth + player.believed * lost;
        if (worth > most) most = worth, best = at;
    }
    return best;
}

static void turn(State& state, const Player& player, Chance& chance) {
    for (;;) {
        State from = state;
        Search search(from, weights[state.seats], chance, player.breadth);
        int best = answered(search, player, chance);
        if (search.nodes[best].drawn > from.drawn && from.ap) {
            draw(state, search.frame.line, chance);
            continue;
        }
        search.play(state, best);
        state.buy();
        return;
    }
}

static void finish(State& state, const Player* players, Chance& chance) {
    static Weights by_seat[5];
    for (auto& each : by_seat) each = weights[state.seats];
    while (!state.over) {
        turn(state, players[state.seat], chance);
        if (state.end_turn() && !state.over) between(state, by_seat);
    }
}

static void match(int seats, int games, u64 seed, const Player& one, const Player& other) {
    double won = 0, ahead = 0;
    for (int number = 0; number < games; number++) {
        Chance deal(seed * 1000003 + number / seats);
        State state = start(seats, deal);
        Player players[4] = {other, other, other, other};
        int mine = number % seats, best = 0;
        players[mine] = one;
        finish(state, players, deal);
        for (int i = 0; i < seats; i++)
            if (state.scores[i] > state.scores[best]) best = i;
        won += best == mine;
        int most = 0;
        for (int i = 0; i < seats; i++)
            if (i != mine) most = std::max(most, state.scores[i]);
        ahead += state.scores[mine] - most;
        if ((number + 1) % 20 == 0) fprintf(stderr, "\r%d: %.3f %+.1f", number + 1, won / (number + 1), ahead / (number + 1));
    }
    printf("%.1f %d %.2f\n", won, games, ahead / games);
}

static bool read(State& state, u64& seed) {
    int number = 0, carded = 0;
    if (scanf("%" SCNu64 " %d", &seed, &state.seats) != 2) return false;
    bool all = scanf("%d %d %d %d %d %d %d %d %d %d %d %d", &state.seat, &state.phase, &state.round, &state.starter, &state.done, &state.king,
                     &state.supply, &state.used, &state.ap, &state.drawn, &state.fresh, &carded) == 12;
    state.carded = carded;
    for (auto& each : state.heights) all = all && scanf("%d", &number) == 1, each = number;
    auto cards = [&](std::vector<int>& into) {
        int many = 0;
        all = all && scanf("%d", &many) == 1;
        for (; many; many--) all = all && scanf("%d", &number) == 1, into.push_back(number);
    };
    for (int i = 0; i < state.seats && all; i++) {
        all = scanf("%" SCNu64 " %d %d %d", &state.knights[i], &state.kept[i], &state.hands[i], &state.scores[i]) == 4;
        std::vector<int> towers;
        cards(towers);
        for (int each : towers) state.towers[i].heights[state.towers[i].count++] = each;
        state.decks[i].unseen = 0;
        all = all && scanf("%d", &state.decks[i].unseen) == 1;
        cards(state.decks[i].tops), cards(state.decks[i].bottoms);
    }
    if (!all) fprintf(stderr, "a position that is none\n"), exit(1);
    return true;
}

static void play_on(int breadth) {
    Player player;
    player.breadth = breadth;
    const Player players[4] = {player, player, player, player};
    for (;;) {
        State state{};
        u64 seed;
        if (!read(state, seed)) return;
        Chance chance(seed);
        finish(state, players, chance);
        for (int i = 0; i < state.seats; i++) printf("%d ", state.scores[i]);
        printf("\n");
        fflush(stdout);
    }
}

static Player player(const char* said) {
    Player found;
    if (sscanf(said, "%d,%d,%d,%d,%d,%lf", &found.breadth, &found.answers, &found.answer, &found.turns, &found.worlds, &found.believed) < 1) exit(1);
    return found;
}

int main(int, char** arguments) {
    FILE* file = fopen(arguments[1], "r");
    if (!file) return 1;
    for (int seats = 2; seats <= 4; seats++)
        for (int p = 0; p < PHASES; p++)
            for (int l = 0; l <= ROUNDS[seats][p]; l++)
                for (double& each : weights[seats].of[p][l])
                    if (fscanf(file, "%lf", &each) != 1) return 1;
    fclose(file);
    if (!strcmp(arguments[2], "on")) return play_on(atoi(arguments[3])), 0;
    match(atoi(arguments[3]), atoi(arguments[4]), atoi(arguments[5]), player(arguments[6]), player(arguments[7]));
}
