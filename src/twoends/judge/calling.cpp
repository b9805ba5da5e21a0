/* Calls a submission's function for every row, as calling.py does: program SECONDS TRUTH LIST.
 *
 * twoends_theirs.h includes the submission, or declares its function; TWOENDS_CALLED is the function to call.
 * Each parameter is filled by its type: a vector or a pointer gets the values, a number gets their count; if
 * a bar and K follow the values, the last number gets K; with LIST, all numbers after the bar are for the
 * second vector or pointer, and their count for the second number.
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <optional>
#include <sstream>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include <sys/time.h>
#include <unistd.h>
using namespace std;
#include "twoends_theirs.h"
namespace twoends_calls {
using Values = vector<long long>;
vector<long long> numbers;
vector<Values> lists;
size_t taken, listed;
const Values& next_list() { return lists[min(listed++, lists.size() - 1)]; }
template <class T> struct Given {
    T n;
    explicit Given(const Values&) : n(numbers[min(taken++, numbers.size() - 1)]) {}
    T& get() { return n; }
};
template <class... A> void count(const Values& v, optional<long long> k) {
    numbers = {(long long)v.size()}, taken = 0;
    if (k && (0 + ... + is_arithmetic_v<decay_t<A>>) == 1) numbers.clear();
    if (k) numbers.push_back(*k);
    lists.insert(lists.begin(), v), listed = 0;
    if (lists.size() > 1) numbers.push_back((long long)lists[1].size());
}
template <class T> struct Given<vector<T>> {
    vector<T> v;
    explicit Given(const Values&) { for (long long each : next_list()) v.push_back((T)each); }
    vector<T>& get() { return v; }
};
template <class T> struct Given<T*> {
    vector<remove_const_t<T>> v; T* at;
    explicit Given(const Values&) { for (long long each : next_list()) v.push_back((remove_const_t<T>)each); at = v.data(); }
    T*& get() { at = v.data(); return at; }
};
template <class R, class... A> R call(R (*f)(A...), const Values& v, optional<long long> k) {
    count<A...>(v, k);
    tuple<Given<decay_t<A>>...> given{Given<decay_t<A>>(v)...};
    return apply([&](auto&... each) { return f(each.get()...); }, given);
}
template <class R, class S, class... A> R call(R (S::*f)(A...), const Values& v, optional<long long> k) {
    count<A...>(v, k);
    S solution{};
    tuple<Given<decay_t<A>>...> given{Given<decay_t<A>>(v)...};
    return apply([&](auto&... each) { return (solution.*f)(each.get()...); }, given);
}
template <class R, class S, class... A> R call(R (S::*f)(A...) const, const Values& v, optional<long long> k) {
    count<A...>(v, k);
    S solution{};
    tuple<Given<decay_t<A>>...> given{Given<decay_t<A>>(v)...};
    return apply([&](auto&... each) { return (solution.*f)(each.get()...); }, given);
}
template <class T> void write(ostream& out, const T& answer, bool truth) {
    if constexpr (is_arithmetic_v<T>) {
        if (truth || is_same_v<T, bool>) out << (answer ? "true" : "false");
        else out << answer;
    } else out << answer;
}
template <class T> void write(ostream& out, const vector<T>& answer, bool) {
    for (size_t at = 0; at < answer.size(); at++) { if (at) out << ' '; write(out, answer[at], false); }
}
template <class A, class B> void write(ostream& out, const pair<A, B>& answer, bool) {
    write(out, answer.first, false); out << ' '; write(out, answer.second, false);
}
}
int main(int, char** words) {
    double seconds = atof(words[1]);
    bool truth = string(words[2]) == "true";
    FILE* answers = fdopen(dup(1), "w");
    dup2(2, 1);
    for (string line; getline(cin, line);) {
        istringstream in(line);
        twoends_calls::Values values;
        for (long long each; in >> each;) values.push_back(each);
        optional<long long> stop;
        twoends_calls::lists.clear();
        if (string bar; in.clear(), in >> bar) {
            twoends_calls::Values after;
            for (long long each; in >> each;) after.push_back(each);
            if (string(words[3]) == "true") twoends_calls::lists = {after};
            else stop = after.at(0);
        }
        itimerval limit{{0, 0}, {(time_t)seconds, (suseconds_t)((seconds - (time_t)seconds) * 1e6) + 1}};
        setitimer(ITIMER_PROF, &limit, nullptr);
        ostringstream out;
        twoends_calls::write(out, twoends_calls::call(TWOENDS_CALLED, values, stop), truth);
        fprintf(answers, "%s\n", out.str().c_str());
        fflush(answers);
    }
}
