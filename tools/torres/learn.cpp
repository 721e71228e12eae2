// Learns what a board of Torres promises a seat; see tools/learn_torres.py, which compiles and calls this.
// usage: learn GAMES SEED > weights: by players, phase and turns left a line of a weight for each feature;
//        learn board < boards > features: of heights, own and others' knights, the king's square and the phase, for the tests.
#include <cstdio>
#include <cstdlib>
#include <unordered_map>

#include "rules.hpp"

constexpr int BOARD = 43, SEGMENTS = BOARD, CARD = BOARD + 1, FEATURES = BOARD + 1 + CARDS;
constexpr int BREADTH = 12, AMONG = 30, SHIFTS = 60;
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
static double rivals_count, stray;

struct Weights {
    double of[PHASES][5][FEATURES] = {};
};

// -- prospect.py
static void royal(const Land& land, u64 own, u64 free, u64 castle, int phase, double& met, double& near) {
    u64 there = castle & land.least[phase] & ~land.least[phase + 1];
    if (own & there) met = ROYAL[phase - 1];
    else if (spread(own & land.least[phase - 1]) & there & free) near = ROYAL[phase - 1];
}

static void board(const Land& land, u64 own, u64 others, int king, int phase, double* f) {
    std::fill_n(f, BOARD, 0.0);
    u64 free = FULL & ~(own | others | 1ULL << king), royal_castle = 0;
    const u64* least = land.least;
    auto height = [&](u64 knights) {
        int level = knights ? 1 : 0;
        while (knights & least[level + 1]) level++;
        return level;
    };
    f[0] = 1;
    for (int i = 0; i < land.castles; i++) {
        u64 castle = land.castle[i], around = land.around[i], inside = castle & own, rival = castle & others;
        int size = count(castle), room = std::min(3, count(around & land.grow)), segments = 0;
        for (int k = 1; k <= land.top; k++) segments += count(castle & least[k]);
        if (castle >> king & 1) royal_castle = castle;
        if (!inside) {
            u64 beside = around & own;
            if (beside && spread(beside) & castle & free & ~least[2]) {
                f[11] += size, f[29] += 0.1 * size * size;
                f[30] += size * height(rival);
            }
            if (rival) f[38] += size;
            continue;
        }
        int level = height(inside), worth = level * size, rise = height(rival);
        f[1] += worth, f[2] += size, f[8] += level * room, f[19] += level, f[27]++, f[35] += 0.1 * size * size, f[36] += level * level;
        f[31] += 0.1 * level * worth, f[39] += segments, f[40] = std::max(f[40], double(segments)), f[32] += size <= 2;
        if (worth > f[20]) f[21] = f[20], f[20] = worth;
        else if (worth > f[21]) f[21] = worth;
        if (!room) f[24] += size;
        if (!rival) f[10] += worth, f[9] += size;
        else {
            f[42] += size, f[23] += std::min(level, rise) * size;
            if (rise < level) f[9] += size;
            else f[22] += size * (rise - level);
        }
        u64 high = inside & least[level], unoccupied = castle & free, near = spread(high) & unoccupied;
        if (count(high) > 1) f[26] += size;
        else if (level > 1 && inside & least[level - 1] & ~high) f[37] += size;
        if (unoccupied & least[level + 1]) f[25] += size;
        f[41] += size * count(unoccupied & least[level]);
        if (near & least[level + 2] & ~least[level + 3]) f[28] += size;
        u64 up = near & least[level + 1] & ~least[level + 2];
        if (up) {
            f[3] += size;
            if (spread(up) & unoccupied & least[level + 2] & ~least[level + 3]) f[4] += size;
        } else if (level < size && near & least[level] & ~least[level + 1]) f[5] += size;
        else if (level < size && near & least[level - 1] & ~least[level]) f[6] += size;
        else f[7] += size;
    }
    f[12] = count(own), f[13] = count(own & least[1]);
    for (int k = 1; k <= land.top; k++) f[14] += count(own & least[k]);
    f[33] = count(own & (land.grow | land.joint)), f[34] = count(own & land.clear);
    royal(land, own, free, royal_castle, phase, f[15], f[16]);
    if (phase < PHASES) royal(land, own, free, royal_castle, phase + 1, f[17], f[18]);
}

static double sum(const double* weights, const double* features, int number) {
    double total = 0;
    for (int i = 0; i < number; i++) total += weights[i] * features[i];
    return total;
}

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

// -- evaluate.py
struct Frame {
    int phase, turns;
    const double *line, *lines[4];
    double rest[4] = {}, draw = 0;
    u64 others = 0;

    Frame(const State& state, const Weights& weights, bool between = false) {
        phase = between ? std::min(PHASES, state.phase + 1) : state.phase;
        auto left = [&](int who) { return between ? ROUNDS[state.seats][phase - 1] : state.turns_left(who); };
        turns = left(state.seat);
        for (int p = phase; p < PHASES; p++) turns += ROUNDS[state.seats][p];
        line = weights.of[phase - 1][left(state.seat)];
        for (int i = 0; i < state.seats; i++) {
            if (i == state.seat) continue;
            const double* own = lines[i] = weights.of[phase - 1][left(i)];
            double cards = 0;
            for (int card = 0; card < CARDS; card++) cards += own[CARD + card] / CARDS;
            rest[i] = own[SEGMENTS] * (state.towers[i].sum() + state.kept[i]) + count(state.hands[i]) * cards;
            others |= state.knights[i];
        }
        if (turns && !between) draw = drawn(state.decks[state.seat]);
    }
    double drawn(const Deck& deck) const {  // the best of the next three cards, on average
        double best = 0, total = 0;
        int known = std::min<int>(3, deck.tops.size());
        for (int i = 0; i < known; i++) best = std::max(best, line[CARD + deck.tops[i]]);
        std::vector<double> unseen;
        for (int card = 0; card < CARDS; card++)
            if (deck.unseen >> card & 1) unseen.push_back(line[CARD + card]);
        std::sort(unseen.begin(), unseen.end(), std::greater<double>());
        int number = unseen.size(), more = std::min(3 - known, number);
        if (!more) return best;
        auto ways = [](int of, int some) {
            double found = some <= of;
            for (int i = 0; i < some; i++) found = found * (of - i) / (i + 1);
            return found;
        };
        for (int i = 0; i < number; i++) total += std::max(best, unseen[i]) * ways(number - 1 - i, more - 1);
        return total / ways(number, more);
    }
    double cards(int hand) const {
        std::vector<double> found;
        for (int card = 0; card < CARDS; card++)
            if (hand >> card & 1) found.push_back(line[CARD + card]);
        std::sort(found.begin(), found.end(), std::greater<double>());
        double total = 0;
        for (int i = 0; i < std::min<int>(turns, found.size()); i++) total += found[i];
        return total;
    }
    double rivals(const State& state, const Land& land, u64 own) const {
        double total = 0, f[BOARD];
        for (int i = 0; i < state.seats; i++) {
            if (i == state.seat) continue;
            board(land, state.knights[i], (own | others) & ~state.knights[i], state.king, phase, f);
            total += sum(lines[i], f, BOARD) + rest[i];
        }
        return total / (state.seats - 1);
    }
    double worth(const State& state, const Land& land) const {  // between phases, for the king
        double f[BOARD];
        board(land, state.knights[state.seat], others, state.king, phase, f);
        return sum(line, f, BOARD) - rivals_count * rivals(state, land, state.knights[state.seat]);
    }
};

// -- search.py
struct Node {
    int land;
    u64 own;
    Towers towers;
    int hand, ap, used, supply, drawn, before;
    bool carded;
    double worth;
};

// A map that forgets all at once: there is a new one for each search.
template <class T> struct Map {
    static constexpr int ROOM = 1 << 15;
    std::vector<u64> keys = std::vector<u64>(ROOM);
    std::vector<unsigned> ages = std::vector<unsigned>(ROOM);
    std::vector<T> values = std::vector<T>(ROOM);
    unsigned age = 0;
    T& at(u64 key, bool& fresh) {
        size_t i = key >> 49;
        while (ages[i] == age && keys[i] != key) i = (i + 1) & (ROOM - 1);
        fresh = ages[i] != age;
        ages[i] = age, keys[i] = key;
        return values[i];
    }
};
static Map<double> theirs;
static Map<char> met;

struct Search {
    const State& state;
    Chance& chance;
    Frame frame;
    std::vector<Node> nodes;
    std::vector<Land> lands;
    std::unordered_map<u64, int> known;
    std::vector<int> layers[10][2];

    Search(const State& from, const Weights& weights, Chance& with, int breadth) : state(from), chance(with), frame(from, weights) {
        nodes.reserve(4096), lands.reserve(1024), theirs.age++, met.age++;
        land_of(Land(from.heights));
        int seat = from.seat;
        add({0, from.knights[seat], from.towers[seat], from.hands[seat], from.ap, from.used, from.supply, from.drawn, -1, from.carded, 0});
        grow(0);
        for (int ap = from.ap + 2; ap >= 0; ap--)
            for (auto& layer : layers[ap]) {
                std::sort(layer.begin(), layer.end(), [&](int a, int b) { return nodes[a].worth > nodes[b].worth; });
                size_t enough = nodes.size() + breadth;
                for (size_t i = 0; i < layer.size() && nodes.size() < enough; i++) grow(layer[i]);
            }
    }
    int land_of(const Land& land) {
        auto [at, fresh] = known.try_emplace(land.key, lands.size());
        if (fresh) lands.push_back(land);
        return at->second;
    }
    int raised(int land, int square) {
        auto at = known.find(lands[land].raised_key(square));
        return at != known.end() ? at->second : land_of(Land(lands[land], square));
    }
    void add(Node node) {
        const Land& land = lands[node.land];
        if (land.top >= HIGHEST) return;
        u64 knights = TABLE.knights(node.own), towers = 0;
        for (int i = 0; i < node.towers.count; i++) towers = towers * 5 + node.towers.heights[i] + 1;
        u64 key = land.key ^ knights ^ TABLE.other[node.ap] ^ TABLE.other[64 + node.hand] ^ TABLE.other[1100 + towers];
        bool fresh;
        met.at(key ^ TABLE.other[3000 + node.drawn], fresh);
        if (!fresh) return;
        double& rivals = theirs.at(land.key ^ knights, fresh);
        if (fresh) rivals = frame.rivals(state, land, node.own);
        double f[BOARD];
        board(land, node.own, frame.others, state.king, frame.phase, f);
        node.worth = node.ap + sum(frame.line, f, BOARD) + frame.line[SEGMENTS] * (node.towers.sum() + std::max(0, node.used)) +
                     frame.cards(node.hand | state.fresh) + frame.draw * (node.drawn - state.drawn) - rivals_count * rivals;
        if (node.before >= 0) layers[node.ap][node.carded].push_back(nodes.size());
        nodes.push_back(node);
    }
    void grow(int number) {
        const Node node = nodes[number];
        const Land land = lands[node.land];
        u64 occupied = node.own | frame.others | 1ULL << state.king, free = ~occupied;
        Node child = node;
        child.before = number;
        auto each = [](u64 set, auto act) {
            for (; set; set &= set - 1) act(lowest(set));
        };
        auto beside = [&](int above) {
            u64 found = 0;
            each(node.own, [&](int s) { found |= TABLE.next[s] & ~land.least[land.heights[s] + above + 1]; });
            return found & free;
        };
        auto put = [&](const Node& from, u64 where) {
            each(where, [&](int s) {
                Node next = from;
                next.own |= 1ULL << s;
                add(next);
            });
        };
        auto build = [&](const Node& from, u64 where) {
            each(where, [&](int s) {
                Node next = from;
                next.land = raised(node.land, s);
                add(next);
            });
        };
        auto leave = [&](Node from, int square, u64 where) {
            from.own ^= 1ULL << square;
            put(from, where);
        };
        u64 segments = (land.grow | land.rise) & free;
        if (node.ap) {
            if (node.ap >= 2 && count(node.own) < KNIGHTS) {
                Node next = child;
                next.ap -= 2;
                put(next, beside(0));
            }
            each(node.own, [&](int s) {
                u64 layers_[8];
                int found = land.walk(s, occupied, node.ap, layers_);
                Node next = child;
                for (int i = 0; i < found; i++) next.ap--, leave(next, s, layers_[i]);
            });
            for (int i = 0; i < (node.used < 0 ? node.towers.count : node.used > 0); i++) {
                Node next = child;
                if (node.used < 0) {
                    next.used = node.towers.heights[i];
                    if (!next.used || (i && next.used == node.towers.heights[i - 1])) continue;
                    next.towers.remove(i);
                }
                next.used--, next.ap--;
                build(next, segments);
            }
            if (node.drawn < 2 && state.decks[state.seat].size() > node.drawn - state.drawn) {
                Node next = child;
                next.ap--, next.drawn++;
                add(next);
            }
        }
        for (int card = 0; card < CARDS && !node.carded; card++) {
            if (!(node.hand >> card & 1)) continue;
            Node next = child;
            next.hand &= ~(1 << card);
            next.carded = true;
            if (card == SIX || card == SEVEN) {
                next.ap += card == SIX ? 1 : 2;
                if (!number) add(next);
            } else if (card == SUPPLY) {
                next.supply--;
                if (node.supply > 0) build(next, segments);
            } else if (card == HIGHER) {
                if (count(node.own) < KNIGHTS) put(next, beside(1));
            } else if (card == SHIFT) {
                if (!number) shift(next, land, free);
            } else if (card == UNDER) {
                for (int height = 1; height < 4; height++) {
                    Node from = next;
                    auto end = from.towers.heights + from.towers.count, at = std::find(from.towers.heights, end, height);
                    if (at != end) --*at, from.towers.sort();
                    else if (node.used == height) from.used--;
                    else continue;
                    build(from, node.own & (land.rise | land.grow | land.clear));
                }
            } else
                each(node.own, [&](int s) {
                    int level = land.heights[s];
                    u64 where = 0;
                    if (card == CLIMB) where = TABLE.next[s] & land.least[level + 2] & ~land.least[level + 3];
                    if (card == GATE) where = land.gates(s);
                    if (card == DIAGONAL) where = TABLE.corner[s] & ~land.least[level + 2];
                    for (int i = 0; card == JUMP && i < TABLE.jumps[s]; i++)
                        if (occupied & TABLE.over[s][i]) where |= TABLE.behind[s][i] & ~land.least[level + 2];
                    leave(next, s, where & free);
                });
        }
    }
    void shift(const Node& from, const Land& land, u64 free) {
        std::vector<std::pair<int, int>> all;
        for (u64 stacks = land.least[1] & free; stacks; stacks &= stacks - 1) {
            int square = lowest(stacks);
            Land without = land;
            if (land.heights[square] == 1) {
                u64 rest = land.castle[land.castle_of(1ULL << square)] & ~(1ULL << square);
                if (rest ? land.least[count(rest) + 1] & rest || flood(rest & -rest, rest) != rest : land.castles <= 6) continue;
                uint8_t heights[64];
                memcpy(heights, land.heights, 64);
                heights[square]--;
                without = Land(heights);
            }
            for (u64 to = (without.grow | without.rise | without.clear) & free & ~(1ULL << square); to; to &= to - 1)
                all.push_back({square, lowest(to)});
        }
        for (int i = 0; i < std::min<int>(SHIFTS, all.size()); i++) {
            std::swap(all[i], all[i + chance.below(all.size() - i)]);
            uint8_t heights[64];
            memcpy(heights, land.heights, 64);
            heights[all[i].first]--, heights[all[i].second]++;
            Node next = from;
            next.land = land_of(Land(heights));
            add(next);
        }
    }
    void play(State& into, int number) const {
        const Node& node = nodes[number];
        memcpy(into.heights, lands[node.land].heights, 64);
        into.knights[state.seat] = node.own, into.towers[state.seat] = node.towers, into.hands[state.seat] = node.hand;
        into.ap = node.ap, into.used = node.used, into.supply = node.supply, into.carded = node.carded;
    }
};

// -- bots.py: what is not a turn
static void draw(State& state, const double* line, Chance& chance) {
    Deck& deck = state.decks[state.seat];
    std::vector<int> looked;
    for (; looked.size() < 3 && !deck.tops.empty(); deck.tops.erase(deck.tops.begin())) looked.push_back(deck.tops[0]);
    while (looked.size() < 3 && deck.unseen) {
        int left = deck.unseen;
        for (int skip = chance.below(count(left)); skip; skip--) left &= left - 1;
        looked.push_back(__builtin_ctz(left));
        deck.unseen &= ~(left & -left);
    }
    for (; looked.size() < 3 && !deck.bottoms.empty(); deck.bottoms.erase(deck.bottoms.begin())) looked.push_back(deck.bottoms[0]);
    std::sort(looked.begin(), looked.end(), [&](int a, int b) { return line[CARD + a] > line[CARD + b]; });
    state.fresh |= 1 << looked[0];
    if (looked.size() > 1) deck.tops.insert(deck.tops.begin(), looked[1]);
    if (looked.size() > 2) deck.bottoms.push_back(looked[2]);
    state.ap--, state.drawn++;
}

static double promise(const State& state, bool king) {
    Land land(state.heights);
    double worth = 0;
    for (u64 own = state.knights[state.seat]; own; own &= own - 1)
        worth += 0.3 * count(spread(spread(land.castle[land.castle_of(own & -own)])) & (land.grow | land.clear));
    for (int i = 0; king && i < state.seats; i++) {
        u64 inside = state.knights[i] & land.castle[land.castle_of(1ULL << state.king)];
        double near = (inside ? 2 : 0) + (inside & land.least[2] ? 4 : 0);
        worth += i == state.seat ? near : -near / (state.seats - 1);
    }
    return worth;
}

static State start(int seats, Chance& chance) {
    State state{seats};
    for (int square : {31, 21, 45, 60, 3, 18, 42, 32}) state.heights[square] = 1;  // d8 c6 f6 h5 a4 c3 f3 e1
    state.supply = 92 - 8;
    u64 free = Land(state.heights).least[1];
    auto best = [&](auto trial) {
        double most = -1e9;
        int at = 0;
        for (u64 left = free; left; left &= left - 1) {
            double worth = trial(lowest(left)) + chance.share();
            if (worth > most) most = worth, at = lowest(left);
        }
        free &= ~(1ULL << at);
        return at;
    };
    for (int& i = state.seat; i < seats; i++) {
        state.knights[i] = 1ULL << best([&](int at) { return state.knights[i] = 1ULL << at, promise(state, false); });
        state.deal(i);
    }
    state.seat = seats - 1;
    state.king = best([&](int at) { return state.king = at, promise(state, true); });
    state.begin_turn(0);
    return state;
}

static void between(State& state, const Weights* weights) {  // the king's journey, and who starts
    int least = *std::min_element(state.scores, state.scores + state.seats);
    for (int k = state.seats - 1; k >= 0; k--) {
        state.seat = (state.starter + k) % state.seats;
        if (state.scores[state.seat] == least) break;
    }
    Land land(state.heights);
    Frame frame(state, weights[state.seat], true);
    u64 away = land.least[1] & ~land.castle[land.castle_of(1ULL << state.king)];
    for (u64 own : state.knights) away &= ~own;
    int best = state.king;
    double most = frame.worth(state, land);
    for (; away; away &= away - 1) {
        state.king = lowest(away);
        double worth = frame.worth(state, land);
        if (worth > most) most = worth, best = state.king;
    }
    state.king = best;
    state.begin_phase((state.seat + 1) % state.seats);
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
