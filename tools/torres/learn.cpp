// Learns what a board of Torres promises a seat; see tools/learn_torres.py, which compiles and calls this.
// usage: learn GAMES SEED > weights: by players, phase and turns left a line of a weight for each feature;
//        learn board < boards > features: of heights, own and others' knights, the king's square and the phase, for the tests.
#include "search.hpp"

constexpr int BREADTH = 12, AMONG = 30;
constexpr double TRACE = 0.8, KNOWN = 1e12, CHANGED = 0.5;

// How it learns for some rounds: games a round with two players, where 100 are asked for; how much the others' prospects count
// (RIVALS of evaluate.py); how far below the best a turn may well be; how many rounds are looked back at; how sure the weights so
// far are taken to be, as if so many squares of a feature had been seen; whether the mean of the second half is kept, or the last.
struct Stage {
    int rounds, games;
    double rivals, stray;
    int history;
    double sure;
    bool mean;
};
// At first the others count half: castles are shared then and grow, so that all that is to come is seen. Then nearly in full.
constexpr Stage OPENING{6, 500, 0.5, 1.0, 1, 100, false}, STEADY{10, 250, 0.5, 0.7, 4, 300, true}, KEEN{10, 400, 0.85, 0.7, 4, 300, true};
static double stray;

static Weights first_weights() {
    Weights weights;
    for (int phase = 0; phase < PHASES; phase++)
        for (int left = 0; left < 5; left++) {
            double scorings = PHASES - phase, later = scorings - !left, *f = weights.of[phase][left];
            f[1] = 1 + 0.7 * (scorings - 1), f[3] = 0.7 * later, f[4] = 0.3 * later, f[5] = 0.5 * later, f[6] = 0.25 * later;
            f[8] = 0.2 * later, f[11] = 0.3 * later, f[12] = std::min(2.6, 0.4 * (left + 3.5 * (scorings - 1)));
            f[14] = 0.25 * later, f[15] = left ? 0.6 : 1, f[16] = left ? 0.4 : 0, f[17] = 0.3, f[18] = 0.2;
            f[SEGMENTS] = later ? 0.3 : 0;
            for (int card = 0; card < CARDS; card++) f[CARD + card] = later ? 2 : 0;
        }
    return weights;
}

// -- learning
struct Sample {
    int phase, left[4], scores[4];
    double seen[4][FEATURES], come[4];
};

static void over_others(const double* points, int seats, double* over) {
    double total = 0;
    for (int i = 0; i < seats; i++) total += points[i];
    for (int i = 0; i < seats; i++) over[i] = points[i] - (total - points[i]) / (seats - 1);
}

static void expected(const Weights& weights, const Sample& sample, int seats, double* over) {
    double points[4];
    for (int i = 0; i < seats; i++) points[i] = sum(weights.of[sample.phase][sample.left[i]], sample.seen[i], FEATURES);
    over_others(points, seats, over);
}

static void turn(State& state, const Weights& weights, Chance& chance) {
    for (;;) {
        Search search(state, weights, chance, BREADTH);
        std::vector<int> near(search.nodes.size());
        for (size_t i = 0; i < near.size(); i++) near[i] = i;
        size_t some = std::min<size_t>(AMONG, near.size());
        std::partial_sort(near.begin(), near.begin() + some, near.end(),
                          [&](int a, int b) { return search.nodes[a].worth > search.nodes[b].worth; });
        std::vector<double> chances;
        double total = 0;
        for (size_t i = 0; i < some; i++) {
            chances.push_back(std::exp((search.nodes[near[i]].worth - search.nodes[near[0]].worth) / stray));
            total += chances.back();
        }
        double hit = chance.share() * total;
        size_t at = 0;
        for (; at + 1 < some && hit > chances[at]; at++) hit -= chances[at];
        if (search.nodes[near[at]].drawn > state.drawn && state.ap) {
            draw(state, search.frame.line, chance);
            continue;
        }
        search.play(state, near[at]);
        state.buy();
        return;
    }
}

// Half of the players judge otherwise than the weights say: only where some draw and others build does it show what is worth more.
static Weights changed(Weights weights, Chance& chance) {
    if (chance.share() >= CHANGED) return weights;
    double cards = chance.share() * 1.6, points = 0.8 + chance.share() * 0.6;
    for (int f = 0; f < FEATURES; f++) {
        double noise = chance.share() + chance.share() + chance.share() + chance.share() - 2;
        double factor = std::exp(0.35 * 1.7 * noise) * (f == 1 ? points : f >= CARD ? cards : 1);
        for (auto& phase : weights.of)
            for (auto& line : phase) line[f] *= factor;
    }
    return weights;
}

static std::vector<Sample> game(int seats, const Weights& weights, u64 seed, double* totals) {
    Chance chance(seed);
    Weights own[4];
    for (int i = 0; i < seats; i++) own[i] = changed(weights, chance);
    State state = start(seats, chance);
    std::vector<Sample> samples;
    while (!state.over) {
        turn(state, own[state.seat], chance);
        Sample sample;
        sample.phase = state.phase - 1;
        Land land(state.heights);
        for (int i = 0; i < seats; i++) {
            u64 others = 0;
            for (int j = 0; j < seats; j++) others |= j == i ? 0 : state.knights[j];
            double* f = sample.seen[i];
            board(land, state.knights[i], others, state.king, state.phase, f);
            f[SEGMENTS] = state.towers[i].sum() + state.kept[i] + (i == state.seat ? std::max(0, state.used) : 0);
            int hand = state.hands[i] | (i == state.seat ? state.fresh : 0);
            for (int card = 0; card < CARDS; card++) f[CARD + card] = hand >> card & 1;
            sample.left[i] = state.turns_left(i), sample.scores[i] = state.scores[i];
        }
        samples.push_back(sample);
        if (state.end_turn() && !state.over) between(state, own);
    }
    double come[4] = {}, said[4] = {}, gained[4], over[4];
    int after[4];
    std::copy_n(state.scores, 4, after);
    for (size_t i = samples.size(); i--;) {
        Sample& sample = samples[i];
        for (int k = 0; k < seats; k++) gained[k] = after[k] - sample.scores[k];
        over_others(gained, seats, over);
        for (int k = 0; k < seats; k++) sample.come[k] = come[k] = over[k] + TRACE * come[k] + (1 - TRACE) * said[k];
        expected(weights, sample, seats, said);
        std::copy_n(sample.scores, 4, after);
    }
    for (int phase = 0; phase < PHASES; phase++)
        for (int k = 0; k < seats; k++) totals[phase] += double(state.scored[phase][k] - (phase ? state.scored[phase - 1][k] : 0)) / seats;
    return samples;
}

static void solve(std::vector<double>& a, std::vector<double>& b, int n) {  // Cholesky
    for (int j = 0; j < n; j++) {
        for (int k = 0; k < j; k++) a[j * n + j] -= a[j * n + k] * a[j * n + k];
        a[j * n + j] = std::sqrt(std::max(a[j * n + j], 1e-9));
        for (int i = j + 1; i < n; i++) {
            for (int k = 0; k < j; k++) a[i * n + j] -= a[i * n + k] * a[j * n + k];
            a[i * n + j] /= a[j * n + j];
        }
    }
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < i; k++) b[i] -= a[i * n + k] * b[k];
        b[i] /= a[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int k = i + 1; k < n; k++) b[i] -= a[k * n + i] * b[k];
        b[i] /= a[i * n + i];
    }
}

// Least squares, each weight pulled towards what it was.
static void fit(Weights& weights, const std::vector<std::vector<Sample>>& history, int seats, double sure) {
    const Weights old = weights;
    for (int phase = 0; phase < PHASES; phase++) {
        int n = (ROUNDS[seats][phase] + 1) * FEATURES;
        std::vector<double> matrix(n * n), wanted(n), row(n);
        for (auto& samples : history)
            for (auto& sample : samples) {
                if (sample.phase != phase) continue;
                double said[4];
                expected(old, sample, seats, said);
                for (int k = 0; k < (seats > 2 ? seats : 1); k++) {  // of two, what one gains the other loses
                    std::fill(row.begin(), row.end(), 0.0);
                    for (int i = 0; i < seats; i++)
                        for (int f = 0; f < FEATURES; f++)
                            row[sample.left[i] * FEATURES + f] += (i == k ? 1 : -1.0 / (seats - 1)) * sample.seen[i][f];
                    std::vector<int> some;
                    for (int i = 0; i < n; i++)
                        if (row[i]) some.push_back(i);
                    for (size_t i = 0; i < some.size(); i++) {
                        wanted[some[i]] += row[some[i]] * (sample.come[k] - said[k]);
                        for (size_t j = 0; j <= i; j++) matrix[some[i] * n + some[j]] += row[some[i]] * row[some[j]];
                    }
                }
            }
        for (int i = 0; i < n; i++) {
            int f = i % FEATURES;
            matrix[i * n + i] += f == 0 || f == 12 || f == 13 || f >= CARD ? sure / 5 : sure;
            if (phase == PHASES - 1 && i < FEATURES) matrix[i * n + i] += KNOWN;  // after its last turn a seat gets what it has
        }
        solve(matrix, wanted, n);
        for (int i = 0; i < n; i++) weights.of[phase][i / FEATURES][i % FEATURES] += wanted[i];
    }
}

// Plays and fits; the mean of what the second half of the rounds came to, since single rounds go round in circles.
static Weights learned(int seats, Weights weights, const Stage& stage, int asked, u64 seed) {
    std::vector<std::vector<Sample>> history;
    Weights mean;
    rivals_count = stage.rivals, stray = stage.stray;
    int games = std::max(1, stage.games * asked / 100 / (seats - 1));
    for (int round = 0, taken = 0; round < stage.rounds; round++) {
        history.emplace_back();
        double totals[PHASES] = {};
        for (int i = 0; i < games; i++) {
            auto samples = game(seats, weights, 1000000ULL * (round + 1000 * seed) + i + 7, totals);
            history.back().insert(history.back().end(), samples.begin(), samples.end());
        }
        if (int(history.size()) > stage.history) history.erase(history.begin());
        fit(weights, history, seats, stage.sure);
        fprintf(stderr, "%d players, round %d: %.1f %.1f %.1f points a phase\n", seats, round + 1, totals[0] / games, totals[1] / games, totals[2] / games);
        if (round < stage.rounds / 2) continue;
        taken++;
        for (int p = 0; p < PHASES; p++)
            for (int l = 0; l < 5; l++)
                for (int f = 0; f < FEATURES; f++) mean.of[p][l][f] += (weights.of[p][l][f] - mean.of[p][l][f]) / taken;
    }
    return stage.mean ? mean : weights;
}

static void tell_boards() {
    uint8_t heights[64];
    unsigned height;
    u64 own, others;
    int king, phase;
    for (;;) {
        for (auto& each : heights) {
            if (scanf("%u", &height) != 1) return;
            each = height;
        }
        if (scanf("%lu %lu %d %d", &own, &others, &king, &phase) != 4) return;
        double f[BOARD];
        board(Land(heights), own, others, king, phase, f);
        for (double each : f) printf("%.3f ", each);
        printf("\n");
    }
}

int main(int, char** arguments) {
    if (!strcmp(arguments[1], "board")) return tell_boards(), 0;
    int games = atoi(arguments[1]);
    u64 seed = atoi(arguments[2]);
    Weights opened = learned(2, first_weights(), OPENING, games, seed);
    for (int seats = 2; seats <= 4; seats++) {
        Weights weights = learned(seats, learned(seats, opened, STEADY, games, seed), KEEN, games, seed + 1);
        for (int p = 0; p < PHASES; p++)
            for (int l = 0; l <= ROUNDS[seats][p]; l++) {
                for (double each : weights.of[p][l]) printf("%.3f ", each);
                printf("\n");
            }
    }
}
